/** «СЧ-1000001», as it stands in the purpose of a transfer. */
export function billNumber(number: number): string {
  return `СЧ-${number}`
}

/** The numbers of bills in a purpose. Banks change the case, lose dashes and write Latin letters that look the same. */
export function billNumbersIn(purpose: string): number[] {
  const found = purpose.matchAll(/(?<![\p{L}/])[сc]ч\s*[\u2010-\u2015\u2212-]?\s*(\d{7,9})(?!\d)/giu)
  return [...new Set([...found].map(([, digits]) => Number(digits)))]
}
