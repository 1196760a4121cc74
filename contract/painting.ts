import type { Locale, RouteName } from './enumerations.ts'

/** What a page is painted from: plain data, because it goes to a thread of its own. */
export type ToPaint = {
  /** As the browser asked for it: path and query. */
  address: string
  language: Locale
  /** The role group that the person's browser remembers. */
  roleGroup: string | null
  /** What the document brings along (`Boot`), as it stands there: nobody parses it twice. */
  boot: string
  /** Milliseconds since the epoch after which nobody waits for the page any more. */
  until: number
}

/** A page as it stands in the document, or where the guard leads instead. */
export type Painted =
  | { screen: RouteName; title: string; markup: string; leadsTo?: undefined }
  /** An address of our own. */
  | { leadsTo: string }

/** Paints pages; null for one that could not be painted, in time or at all: then the shell goes out. */
export type Paint = (asked: ToPaint) => Promise<Painted | null>
