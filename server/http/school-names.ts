import type { z } from 'zod'
import { schoolText } from '#contract/schemas.ts'

/** Translations of names and texts of the school, by the Russian ones. */
export type SchoolNames = ReadonlyMap<string, string>

const separators = [', ', ': ']
const finalNumber = /^(.+?)([ -]\d+)$/

/**
 * The translation of a text of the school. A text without one is translated by its parts: «Физика, ФИЗ-1» by «Физика» and
 * «ФИЗ», because a final number is no part of a name. What is unknown stays as it is.
 */
export function translateName(text: string, names: SchoolNames): string {
  const whole = findName(text, names)
  if (whole !== undefined) return whole
  for (let end = text.length - 1; end > 0; end -= 1) {
    const separator = separators.find((each) => text.startsWith(each, end))
    const known = separator && findName(text.slice(0, end), names)
    if (known !== undefined && separator) return known + separator + translateName(text.slice(end + 2), names)
  }
  return text
}

function findName(text: string, names: SchoolNames): string | undefined {
  const [, name = '', number] = finalNumber.exec(text) ?? []
  const numbered = names.get(name)
  return names.get(text) ?? (numbered && `${numbered}${number}`)
}

type Translator = (value: unknown, names: SchoolNames) => unknown

/** Translates each `schoolText` of an answer with this schema; undefined for a schema without any. */
export function translatorOf(schema: z.core.$ZodType): Translator | undefined {
  if (schema === schoolText) return (value, names) => (typeof value === 'string' ? translateName(value, names) : value)
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'nullable' || def.type === 'optional') return translatorOf(def.innerType)
  if (def.type === 'array') return ofList(translatorOf(def.element))
  if (def.type === 'object') return ofObject(def.shape)
  if (def.type === 'union') return inTurn(def.options.map(translatorOf))
  return undefined
}

function ofList(element: Translator | undefined): Translator | undefined {
  return element && ((value, names) => (Array.isArray(value) ? value.map((one) => element(one, names)) : value))
}

function ofObject(shape: Record<string, z.core.$ZodType>): Translator | undefined {
  const fields = Object.entries(shape).flatMap(([name, schema]) => {
    const translate = translatorOf(schema)
    return translate ? [{ name, translate }] : []
  })
  if (fields.length === 0) return undefined
  return (value, names) => {
    if (typeof value !== 'object' || value === null) return value
    const given = value as Record<string, unknown>
    const translated = fields
      .filter(({ name }) => given[name] != null)
      .map(({ name, translate }) => [name, translate(given[name], names)])
    return { ...given, ...Object.fromEntries(translated) }
  }
}

/** Of a union only those fields are translated that the value has. */
function inTurn(options: readonly (Translator | undefined)[]): Translator | undefined {
  const translators = options.filter((option) => option !== undefined)
  if (translators.length === 0) return undefined
  return (value, names) => translators.reduce((done, translate) => translate(done, names), value)
}
