/**
 * Readers of search parameters (D-18). The same readers normalize before writing, so a state has one URL. Without
 * zod: browser and server read URLs.
 */

/** Undefined for absent, empty or unknown values. */
export type ParamReader<Value> = (raw: unknown) => Value | undefined

type ParamReaders = Record<string, ParamReader<unknown>>
export type ParsedSearch<Parts extends ParamReaders> = {
  [Name in keyof Parts]?: ReturnType<Parts[Name]>
}
export type SearchReader<Parts extends ParamReaders> = (raw: object) => ParsedSearch<Parts>

/** One of the values; `silent` is the default, which the URL never contains. */
export function oneOf<const Value extends string>(values: readonly Value[], silent?: Value): ParamReader<Value> {
  return (raw) => values.find((value) => value === raw && value !== silent)
}

/** Several of the values, in the order of the list. */
export function manyOf<const Value extends string>(values: readonly Value[]): ParamReader<Value[]> {
  return (raw) => {
    const given: readonly unknown[] = [raw].flat()
    return nonEmpty(values.filter((value) => given.includes(value)))
  }
}

/** Any text, truncated. */
export function text(longest = 2048): ParamReader<string> {
  return (raw) => (typeof raw === 'string' && raw !== '' ? raw.slice(0, longest) : undefined)
}

export function texts(raw: unknown): string[] | undefined {
  return nonEmpty([...new Set([raw].flat().filter((one): one is string => typeof one === 'string' && one !== ''))])
}

/** An unchanged string, may be empty. */
export function verbatim(raw: unknown): string | undefined {
  return typeof raw === 'string' ? raw : undefined
}

export function uuid(raw: unknown): string | undefined {
  return typeof raw === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(raw) ? raw : undefined
}

/** Distinct uuids, at most `max`. A list of more than 20 is parsed as an object. */
export function uuids(max: number): ParamReader<string[]> {
  return (raw) => {
    const given: unknown[] = typeof raw === 'object' && raw !== null ? Object.values(raw) : [raw]
    return nonEmpty([...new Set(given.map(uuid))].filter((one) => one !== undefined).slice(0, max))
  }
}

/** Page number; 1 is the default, which the URL never contains. */
export function pageNumber(raw: unknown): number | undefined {
  const page = Number(raw)
  return Number.isInteger(page) && page > 1 && page <= 100_000 ? page : undefined
}

/** A calendar year in the supported range. */
export function year(raw: unknown): number | undefined {
  const found = Number(raw)
  return Number.isInteger(found) && found >= 2000 && found <= 2100 ? found : undefined
}

/** A day (YYYY-MM-DD) in the supported range. */
export function day(raw: unknown): string | undefined {
  if (typeof raw !== 'string' || !/^(19[7-9]|20\d|21\d)\d-\d{2}-\d{2}$/.test(raw)) return undefined
  const date = new Date(`${raw}T00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(raw) ? raw : undefined
}

/** A nested group of parameters, such as `filter[kind]`; undefined if all are. */
export function group<Parts extends ParamReaders>(parts: Parts): ParamReader<ParsedSearch<Parts>> {
  const read = defineSearch(parts)
  return (raw) => {
    const found = typeof raw === 'object' && raw !== null ? read(raw) : {}
    return Object.values(found).some((value) => value !== undefined) ? found : undefined
  }
}

/** Missing parts are set to `undefined` explicitly: the router merges the result over the previous search. */
export function defineSearch<Parts extends ParamReaders>(parts: Parts): SearchReader<Parts> {
  return (raw) => {
    const there = Object.entries(parts).filter(([name]) => name in raw)
    return Object.fromEntries(
      there.map(([name, read]) => [name, read((raw as Record<string, unknown>)[name])]),
    ) as ParsedSearch<Parts>
  }
}

function nonEmpty<Value>(values: Value[]): Value[] | undefined {
  return values.length > 0 ? values : undefined
}
