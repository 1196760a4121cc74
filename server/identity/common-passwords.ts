import { readFile } from 'node:fs/promises'

const list = new URL('./common-passwords.txt', import.meta.url)

let loading: Promise<ReadonlySet<string>> | undefined

/** Among the 10 000 most common (D-28), however it is capitalised. The list is read at the first question. */
export async function isTooCommon(password: string): Promise<boolean> {
  loading ??= readFile(list, 'utf8').then(
    (text) => new Set(text.split('\n').filter((line) => line !== '' && !line.startsWith('# '))),
  )
  return (await loading).has(password.normalize('NFKC').toLowerCase())
}
