const region = /(^|\s)(республика|область|край|округ)(\s|$)/i
const street =
  /(^|\s)(улица|ул\.|проспект|пр-т|переулок|пер\.|шоссе|бульвар|площадь|набережная|проезд|тупик|аллея)(\s|$)/i
const plainStreet = /^(?:улица|ул\.)\s+|\s+(?:улица|ул\.)$/i
const hasNumber = /\d/

/**
 * A postal address as people write it: without the region and the word «улица», with short «строение» and «корпус»:
 * «Иннополис, Университетская, 5». A text that is no address, such as «Актовый зал», stays as it is.
 */
export function shortAddress(address: string): string {
  return partsOf(address).join(', ')
}

/** The territory and where in it: the title stands for the town and the district. Null without a territory is null. */
export function territoryAddress(territory: { title: string } | null, address: string | null): string | null {
  if (territory === null) return null
  const parts = address === null ? [] : partsOf(address)
  const house = parts.findIndex((part) => hasNumber.test(part))
  const named = partsOf(address ?? '', false).findIndex((part) => street.test(part))
  const first = named === -1 ? Math.max(house - 1, 0) : named
  const there = parts.slice(first).filter((part) => part !== territory.title)
  return [territory.title, ...there].join(', ')
}

/** The parts between the commas without the region; `isShort` shortens their words. */
function partsOf(address: string, isShort = true): string[] {
  const parts = address.split(/\s*,\s*/).filter((part) => part !== '' && !region.test(part))
  return isShort ? parts.map((part, index) => shorten(part, parts[index + 1])) : parts
}

function shorten(part: string, next: string | undefined): string {
  if (next !== undefined && hasNumber.test(next) && plainStreet.test(part)) return part.replace(plainStreet, '')
  return part.replace(/^строение\s*(?=\d)/i, 'стр.\u00a0').replace(/^корпус\s*(?=\d)/i, 'корп.\u00a0')
}
