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
  const { roles, alternatives } = await structureOf(await pdf.getPage(1))
  await pdf.loadingTask.destroy()
  return { pages, info: info as Record<string, unknown>, roles, alternatives }
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>
type Node = { role?: string; alt?: string; children?: Node[] }

/** What a page has for screen readers: its structure roles, each once, and the texts of its pictures. */
async function structureOf(page: Page): Promise<{ roles: string[]; alternatives: string[] }> {
  const roles = new Set<string>()
  const alternatives: string[] = []
  const visit = ({ role, alt, children = [] }: Node) => {
    if (role) roles.add(role)
    if (alt) alternatives.push(alt)
    for (const child of children) visit(child)
  }
  visit((await page.getStructTree()) as Node)
  return { roles: [...roles], alternatives }
}
