import { brand } from '#lib/brand.ts';

/** Sentences of the mails; `{name}` is filled. English is the source: the other languages have the same. */
export const mails = {
  order: {
    hello: 'Hello {name},',
    order_placed: {
      subject: 'Order {number} received',
      lead: 'we have received your order {number}. Thank you for buying from us.',
    },
    order_paid: {
      subject: 'Order {number} paid',
      lead: 'we have received the payment for order {number} and are preparing the goods.',
    },
    order_shipped: { subject: 'Order {number} sent', lead: 'your order {number} is on its way.' },
    /** `order_shipped` while a parcel of the order is not sent yet. */
    partShipped: {
      subject: 'Part of order {number} sent',
      lead: 'a part of your order {number} is on its way.',
    },
    /** `order_shipped` where the buyer takes the goods at the warehouse. */
    collected: {
      subject: 'Order {number} is ready to collect',
      lead: 'the goods of your order {number} wait for you at the place of collection, or you have them already.',
    },
    partCollected: {
      subject: 'Part of order {number} is ready to collect',
      lead: 'a part of your order {number} waits for you at the place of collection, or you have it already.',
    },
    /** `order_paid` once the goods are gone. */
    paidAfterwards: {
      subject: 'Order {number} paid',
      lead: 'we have received the payment for order {number}. Thank you.',
    },
    preparing: 'Still being prepared',
    order_cancelled: {
      subject: 'Order {number} cancelled',
      lead: 'order {number} has been cancelled. If this surprises you, write to us.',
    },
    order_refunded: {
      subject: 'Money returned for order {number}',
      lead: 'we have returned {total} to you for the cancelled order {number}.',
    },
    /** What paid beside money is there again: by the line of the summary that named it. */
    paidBack: { giftCoupon: '{total} are back on the gift card that paid for it.' },
    moneyBack:
      'We will return the {total} that you paid, the way you paid it. The credit note is on the page of the order.',
    payment: 'Payment',
    payTransfer: 'Please transfer {total} to {iban} ({bank}), payee {holder}, purpose {number}.',
    payLater: 'You pay when you get the goods: {total}.',
    payGateway: 'If you have not paid yet, you can do so on the page of the order.',
    see: 'Page of the order',
    items: 'Items',
    delivery: 'Delivery',
    total: 'Total with VAT',
    tax: 'VAT of the order',
    giftWrap: 'Gift wrapping',
    terms: 'Terms of sale',
    collectAt: 'Collect at',
    sendTo: 'Address',
    pickupAt: 'Parcel locker',
    attached: 'The pre-invoice is attached.',
    invoiceAttached: 'The invoice is attached.',
    payBy: 'Please pay by {day}.',
    tracking: 'Tracking number: {number}',
    note: 'Your note: {note}',
    invoiceFor: 'Invoice to a company: {company}',
    giftNote: 'Card with the gift: {note}',
    bye: brand.name as string,
  },
  /** Confirms an address before the first sign-in. */
  verification: {
    hello: 'Hello,',
    subject: 'Confirm your email',
    lead: `to sign in to your ${brand.name} account, please confirm your email. The link works for 7 days:`,
    ignore: 'If you have not made an account, please do not follow the link: you can ignore this message.',
    bye: `Your ${brand.name}`,
  },
  /** Asks whose address it is, with the link that stops all letters (LAW-08). */
  newsletter: {
    subject: 'Confirm your newsletter subscription',
    lead: `Somebody, most likely you, gave this address for the ${brand.name} newsletter. About two letters a month, and reminders of a cart that is left. Please confirm that you want them. The link works for 7 days:`,
    ignore: 'If you did not ask for it, you can ignore this message: we will send nothing more.',
    stop: 'Stop the letters with one press:',
    bye: `Your ${brand.name}`,
  },
  /** About a cart that was left: `lead` an hour later, `lastLead` a day later. `stopped` answers a mail program that stops the letters. */
  cartLeft: {
    subject: 'Your cart is waiting',
    lead: 'You left these goods in your cart. You can go on where you stopped:',
    lastSubject: 'Your cart is still waiting',
    lastLead: 'These goods are still in your cart. This is the last letter about it:',
    others: 'and {count} more',
    open: 'Open the cart:',
    prices: 'The cart shows today’s prices and what is in stock; nothing is reserved.',
    notYours: 'If it is not your cart, you need not do anything.',
    stop: 'You get this letter because you agreed to our letters. Stop all of them with one press:',
    bye: `Your ${brand.name}`,
    stopped: 'No more letters will be sent to this address.',
  },
  /** The one letter that a request to hear about goods leads to. */
  backInStock: {
    subject: 'Back in stock: {name}',
    lead: 'You asked us to tell you when “{name}” is in stock again. It is:',
    once: 'This is the only letter about it: your request has been deleted.',
    bye: `Your ${brand.name}`,
  },
  /** Says what was asked for, with the link that takes it back (STK-03). */
  stockRequest: {
    subject: 'We will tell you when it is back: {name}',
    lead: 'We were asked to write to this address when “{name}” is in stock again. We will write once.',
    stop: 'No longer needed, or it was not you? Take the request back:',
    bye: `Your ${brand.name}`,
  },
  /** Asks a buyer what they think, with a link for each product. */
  reviews: {
    subject: 'How are the goods? Order {number}',
    lead: 'Your order {number} is complete. Tell us what you think of the goods: it helps others to choose.',
    last: 'Each link works for 60 days and once. We read a review before it is shown.',
    bye: `Your ${brand.name}`,
  },
  /** Brings gift cards to whom they are for; `lead` where the buyer has not said who they are. */
  giftCard: {
    subject: 'A gift card for you: {amount}',
    hello: 'Hello {name},',
    leadFrom: `{sender} has bought you a gift card of {amount} for ${brand.name}.`,
    lead: `you have been given a gift card of {amount} for ${brand.name}.`,
    card: '{amount}, code {code}, valid until {day}.',
    wish: '“{message}”',
    use: 'In the cart open “I have a gift card” and type the code. It pays for goods, wrapping and delivery; what is left stays on the card.',
    balance: 'What is left on it is shown here:',
    keep: 'Keep the code like money: whoever knows it can use it.',
    attached: 'The card to print is attached.',
    bye: `Your ${brand.name}`,
  },
  newPassword: {
    subject: 'Choose a new password',
    lead: `We were asked to change the password of your ${brand.name} account. Choose a new one here; the link works once, for 24 hours:`,
    ignore: 'If you did not ask for it, you can ignore this message: the password stays as it is.',
    bye: `Your ${brand.name}`,
  },
  /** `lead` stands before the sign-in page, `forgotten` before the link of a new password. */
  knownAddress: {
    subject: 'You already have an account',
    lead: `Somebody, most likely you, was making an ${brand.name} account with this address. There is one already. Sign in here:`,
    forgotten: 'Forgotten the password? Choose a new one; the link works once, for 24 hours:',
    ignore: 'If it was not you, you can ignore this message: nothing has changed.',
    bye: `Your ${brand.name}`,
  },
  /** `lead` stands before the link that chooses the password. */
  begunTwice: {
    subject: 'Confirm your email with a new password',
    lead: `An ${brand.name} account with this address was begun more than once, with different passwords, and has not been confirmed. Choose the password that counts: your email is confirmed with it. The link works once, for 24 hours:`,
    ignore: 'If you have not made an account, you can ignore this message.',
    bye: `Your ${brand.name}`,
  },
  /** `before` stands before the link, `after` after it. */
  deletionAsked: {
    subject: 'Your account will be deleted in 24 hours',
    before: [
      `We were asked to delete your ${brand.name} account. It will be deleted in 24 hours, with its addresses, wishlist and loyalty card. Papers of orders are kept for as long as the law demands.`,
      'If you have changed your mind, sign in and cancel the deletion; the link works for 24 hours:',
    ],
    after: ['If you did not ask for it, cancel the deletion and change your password.'],
    bye: `Your ${brand.name}`,
  },
  deletionRefused: {
    subject: 'Your account was not deleted',
    before: [
      `We have not deleted your ${brand.name} account: it has orders that are still pending. Once they are completed you can ask for it again.`,
    ],
    bye: `Your ${brand.name}`,
  },
};
export type MailTexts = typeof mails;
