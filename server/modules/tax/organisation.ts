/** Who certifies: what stands of the school on a certificate. */
export type Organisation = {
  name: string
  taxNumber: string
  taxReason: string | null
  /** Who signs, surname first. */
  signatory: string
}

export const organisation: Organisation = {
  name: 'АНО «Школа на Соколе»',
  taxNumber: '7799999010',
  taxReason: '779901001',
  signatory: 'Орлова Светлана Юрьевна',
}
