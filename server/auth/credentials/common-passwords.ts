import { readFile } from 'node:fs/promises'

const list = new URL('./common-passwords.txt', import.meta.url)

let loading: Promise<ReadonlySet<string>> | undefined

/** Whether the password is among the 10 000 most common (D-28), ignoring case. The list is loaded on first use. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= readFile(list, 'utf8').then(
    (text) => new Set(text.split('\n').filter((line) => line !== '' && !line.startsWith('# '))),
  )
  return (await loading).has(password.normalize('NFKC').toLowerCase())
}
