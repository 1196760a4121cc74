/** Whether the person wants the browser to fetch no more than it needs. */
export function savesData({ navigator, matchMedia }: Window): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches
}
