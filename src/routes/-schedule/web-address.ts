/** An address that may become a link: of the web and of nothing else; null for any other. */
export function webAddress(address: string | null): string | null {
  return address !== null && /^https?:\/\//i.test(address) ? address : null
}
