/** The part that is used. */
declare module 'punycode.js' {
  const punycode: { toUnicode: (domain: string) => string }
  // biome-ignore lint/style/noDefaultExport: the package has no other export
  export default punycode
}
