/** Words of the demo shop's labels and safety data sheets by locale. */
const words = {
  lt: {
    sample: 'PAVYZDYS. Parodomosios parduotuvės dokumentas, ne gamintojo etiketė.',
    label: 'Etiketė',
    safetySheet: 'Saugos duomenų lapas',
    code: 'Prekės kodas',
    maker: 'Gamintojas',
    registration: 'Registracijos numeris',
    hazards: 'Pavojai',
    facts: 'Sudėtis ir savybės',
    use: 'Naudojimas ir laikymas',
    follow: 'Laikykitės etiketės nurodymų.',
  },
  en: {
    sample: 'SAMPLE. A document of a demonstration shop, not the maker’s label.',
    label: 'Label',
    safetySheet: 'Safety data sheet',
    code: 'Product code',
    maker: 'Maker',
    registration: 'Registration number',
    hazards: 'Hazards',
    facts: 'Contents and properties',
    use: 'Use and storage',
    follow: 'Follow the instructions on the label.',
  },
  et: {
    sample: 'NÄIDIS. Näidispoe dokument, mitte tootja etikett.',
    label: 'Etikett',
    safetySheet: 'Ohutuskaart',
    code: 'Tootekood',
    maker: 'Tootja',
    registration: 'Registreerimisnumber',
    hazards: 'Ohud',
    facts: 'Koostis ja omadused',
    use: 'Kasutamine ja hoidmine',
    follow: 'Järgige etiketil olevaid juhiseid.',
  },
  ru: {
    sample: 'ОБРАЗЕЦ. Документ демонстрационного магазина, не этикетка изготовителя.',
    label: 'Этикетка',
    safetySheet: 'Паспорт безопасности',
    code: 'Код товара',
    maker: 'Изготовитель',
    registration: 'Регистрационный номер',
    hazards: 'Опасности',
    facts: 'Состав и свойства',
    use: 'Применение и хранение',
    follow: 'Следуйте указаниям на этикетке.',
  },
};

export type SamplePaperWords = (typeof words)['lt'];

export const samplePaperWords = (locale: string): SamplePaperWords =>
  words[locale as keyof typeof words] ?? words.lt;
