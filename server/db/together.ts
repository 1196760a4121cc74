/**
 * Asks for what is wanted in one turn of the event loop by one statement: the busier the server, the fewer there are.
 * Nothing is remembered: every question is asked after it came, so that nobody is told what was true before.
 */
export function together<Value>(
  askAll: (keys: string[]) => Promise<Map<string, Value>>,
): (key: string) => Promise<Value | null> {
  let gathering: { keys: Set<string>; found: Promise<Map<string, Value>> } | null = null

  async function ask(keys: Set<string>): Promise<Map<string, Value>> {
    await new Promise((resolve) => setImmediate(resolve))
    gathering = null
    return askAll([...keys])
  }

  function gather() {
    const keys = new Set<string>()
    return { keys, found: ask(keys) }
  }

  return async (key) => {
    gathering ??= gather()
    const { keys, found } = gathering
    keys.add(key)
    return (await found).get(key) ?? null
  }
}
