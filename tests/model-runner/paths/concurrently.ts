/** Runs the items on so many workers; the results have the order of the items. */
export async function concurrently<Item, Result>(
  items: readonly Item[],
  workers: number,
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  const worker = async () => {
    // The workers share the iterator.
    for (const [index, item] of waiting) results[index] = await run(item)
  }
  await Promise.all(Array.from({ length: workers }, worker))
  return results
}
