import { useMutation } from '@tanstack/react-query';
import { useShop } from '#api/shop.ts';

export interface Paper {
  /** Undefined: the pre-invoice of the order. */
  id?: number;
  orderToken: string;
  /** Of the file, without its ending. */
  name: string;
}

/**
 * Fetches a paper with the right of whoever is signed in (a plain link has none) and saves it as a file (ORD-04, ORD-05). A
 * refusal is an error here and never an empty file.
 */
export function useDownload() {
  const shop = useShop();
  return useMutation({
    mutationFn: async ({ id, orderToken, name }: Paper) => {
      const file: unknown =
        id === undefined
          ? await shop.call('downloadPreInvoice', { params: { token: orderToken } })
          : await shop.call('downloadInvoice', { params: { id }, query: { orderToken } });
      if (!(file instanceof Blob)) throw new Error('Not a file');
      const address = URL.createObjectURL(file);
      const link = document.createElement('a');
      link.href = address;
      link.download = `${name}.pdf`;
      link.click();
      // The browser takes the file in its own time.
      setTimeout(() => {
        URL.revokeObjectURL(address);
      }, 60_000);
    },
  });
}
