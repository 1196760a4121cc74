/** Pages with a component that always returns null: it only runs its hooks, which gets around the ban of effects in pages. */
export function emptyComponentsIn(path: string, source: string): string[] {
  if (!path.startsWith('src/routes/') || !path.endsWith('.tsx')) return []
  return [...source.matchAll(/\bfunction ([A-Z]\w*)[\s\S]*?\n}/g)].flatMap(([body, name]) => {
    const returned = [...body.matchAll(/\breturn\b(.*)/g)].map(([, value]) => value?.trim())
    const isEmpty = returned.length > 0 && !body.includes('throw ') && returned.every((value) => value === 'null')
    return isEmpty ? [`${path}: ${name} renders nothing: make it a hook`] : []
  })
}
