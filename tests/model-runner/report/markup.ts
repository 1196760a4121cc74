/** Text that is safe in HTML. */
export class Markup {
  readonly html: string
  constructor(html: string) {
    this.html = html
  }
}

type Part = Markup | string | number | null | readonly Part[]

/** Joins markup; every value that is not markup is escaped. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(texts.map((text, index) => text + written(parts[index] ?? null)).join(''))
}

function written(part: Part): string {
  if (part === null) return ''
  if (part instanceof Markup) return part.html
  if (Array.isArray(part)) return part.map(written).join('')
  return String(part).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
