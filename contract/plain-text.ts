/** Text of sanitized HTML without markup, in one line. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<\/?(?:strong|em|a)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
