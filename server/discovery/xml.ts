/** Text and attributes of XML; characters that XML 1.0 cannot hold at all are left out. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\P{Cc}\t\n\r]|\p{Cs}|[\uFFFE\uFFFF]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

export const element = (name: string, content: string): string => `<${name}>${escapeXml(content)}</${name}>`;
