import { roubles } from '#contract/forms.ts'

/** A typed sum of roubles in kopecks; null for what is no sum. */
export function kopecksOf(text: string): number | null {
  const { success, data } = roubles.safeParse(text)
  return success ? Math.round(Number(data.replace(',', '.')) * 100) : null
}

/** Kopecks as people type them, `1500` or `1500,50`. */
export function typedSum(kopecks: number): string {
  return kopecks % 100 === 0 ? String(kopecks / 100) : (kopecks / 100).toFixed(2).replace('.', ',')
}
