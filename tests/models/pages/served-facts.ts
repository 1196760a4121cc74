import type { Page } from 'playwright'
import { eventually } from '#tests/model-runner/browser/polling.ts'

/** Texts of the page as a person reads them: spaces of any kind are one space. */
export function plain(text: string): string {
  return text.replaceAll(/[\s\u2060]+/g, ' ').trim()
}

/**
 * Asserts the facts of a page that is shown, and that the document that the server renders for the same address and the
 * same person has the same ones.
 */
export async function expectFacts(
  page: Page,
  facts: () => Promise<string[]>,
  expected: readonly string[],
): Promise<void> {
  await eventually(async () => (await facts()).map(plain), 'what the page shows').toEqual(expected)
  // A server that has just started may send the page unrendered once.
  const missing = async () => {
    const served = textOf(await (await page.request.get(page.url())).text())
    return expected.filter((fact) => !served.includes(fact))
  }
  await eventually(missing, 'what the page shows and the server has not rendered').toEqual([])
}

/** The text of a document without its scripts and styles. */
function textOf(html: string): string {
  const visible = html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, '')
  return plain(visible.replaceAll(/<[^>]+>/g, ' '))
}
