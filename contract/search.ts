/**
 * What a page reads from its address (D-18), one reader a part. The same readers write it: reading what is about to be
 * written leaves out whatever says nothing, so a page's address has one form. Free of zod: both sides read addresses.
 */

/** Undefined for what is absent, empty, or not known. */
export type Reader<Value> = (raw: unknown) => Value | undefined

type Readers = Record<string, Reader<unknown>>
export type Read<Parts extends Readers> = {
  [Name in keyof Parts]?: ReturnType<Parts[Name]>
}
export type SearchReader<Parts extends Readers> = (raw: object) => Read<Parts>

/** One of some values; `silent` is the one that an address without this part means, and so never holds. */
export function oneOf<const Value extends string>(values: readonly Value[], silent?: Value): Reader<Value> {
  return (raw) => values.find((value) => value === raw && value !== silent)
}

/** Some of some values, in their own order. */
export function someOf<const Value extends string>(values: readonly Value[]): Reader<Value[]> {
  return (raw) => {
    const asked: readonly unknown[] = [raw].flat()
    return filled(values.filter((value) => asked.includes(value)))
  }
}

/** Any words; what is longer is cut. */
export function text(longest = 2048): Reader<string> {
  return (raw) => (typeof raw === 'string' && raw !== '' ? raw.slice(0, longest) : undefined)
}

export function texts(raw: unknown): string[] | undefined {
  return filled([...new Set([raw].flat().filter((one): one is string => typeof one === 'string' && one !== ''))])
}

/** A string as it stands, the empty one too. */
export function verbatim(raw: unknown): string | undefined {
  return typeof raw === 'string' ? raw : undefined
}

export function uuid(raw: unknown): string | undefined {
  return typeof raw === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(raw) ? raw : undefined
}

/** Different ones, and no more than so many. */
export function uuids(most: number): Reader<string[]> {
  return (raw) => filled([...new Set([raw].flat().map(uuid))].filter((one) => one !== undefined).slice(0, most))
}

/** Of a list in pages; the first is what an address without this part means. */
export function pageNumber(raw: unknown): number | undefined {
  const page = Number(raw)
  return Number.isInteger(page) && page > 1 && page <= 100_000 ? page : undefined
}

/** A calendar year of those that a server may have something of. */
export function year(raw: unknown): number | undefined {
  const found = Number(raw)
  return Number.isInteger(found) && found >= 2000 && found <= 2100 ? found : undefined
}

/** A day (YYYY-MM-DD) of the calendar; beyond these years no server has anything to show. */
export function day(raw: unknown): string | undefined {
  if (typeof raw !== 'string' || !/^(19[7-9]|20\d|21\d)\d-\d{2}-\d{2}$/.test(raw)) return undefined
  const date = new Date(`${raw}T00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(raw) ? raw : undefined
}

/** Parts within a part, as `filter[kind]`; absent when none of them says anything. */
export function group<Parts extends Readers>(parts: Parts): Reader<Read<Parts>> {
  const read = search(parts)
  return (raw) => {
    const found = typeof raw === 'object' && raw !== null ? read(raw) : {}
    return Object.values(found).some((value) => value !== undefined) ? found : undefined
  }
}

/** A part that is there and says nothing is `undefined`: the router lays what was read over what stood there. */
export function search<Parts extends Readers>(parts: Parts): SearchReader<Parts> {
  return (raw) => {
    const there = Object.entries(parts).filter(([name]) => name in raw)
    return Object.fromEntries(
      there.map(([name, read]) => [name, read((raw as Record<string, unknown>)[name])]),
    ) as Read<Parts>
  }
}

function filled<Value>(values: Value[]): Value[] | undefined {
  return values.length > 0 ? values : undefined
}
