import { getDocumentProxy } from 'unpdf'

/** Number of pages; null for a file that cannot be read, or not without a password. */
export async function countPdfPages(file: Uint8Array): Promise<number | null> {
  // A copy without a view: the parser takes the memory over.
  const document = await getDocumentProxy(new Uint8Array(file), { verbosity: 0 }).catch(() => null)
  return document?.numPages ?? null
}
