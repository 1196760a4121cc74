import { getDocumentProxy } from 'unpdf'

/** The words of each page of a PDF, in reading order. */
export async function readPdf(content: Buffer) {
  const pdf = await getDocumentProxy(new Uint8Array(content), { verbosity: 0 })
  const pages: string[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    pages.push(items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str] : [])).join(' '))
  }
  const { info } = await pdf.getMetadata()
  const roles = await rolesOf(await pdf.getPage(1))
  await pdf.loadingTask.destroy()
  return { pages, info: info as Record<string, unknown>, roles }
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>
type Node = { role?: string; children?: Node[] }

/** The structure roles of a page for screen readers, each once. */
async function rolesOf(page: Page): Promise<string[]> {
  const found = new Set<string>()
  const visit = ({ role, children = [] }: Node) => {
    if (role) found.add(role)
    for (const child of children) visit(child)
  }
  visit((await page.getStructTree()) as Node)
  return [...found]
}
