import { z } from 'zod'
import { socialKinds } from '#contract/content.ts'

const line = z.string().trim().min(1).max(500)

/** A text in both languages, or one text for both. */
const text = z
  .union([line, z.strictObject({ ru: line, en: line })])
  .transform((given) => (typeof given === 'string' ? { ru: given, en: given } : given))

const address = z.url({ protocol: /^https?$/ })
const day = z.iso.date()

const siteAddress = z.union([address, z.string().regex(/^\/(?!\/)\S*$/, 'must be an address or a path of the site')])

const link = z.strictObject({
  title: text,
  url: siteAddress.describe('An address, or a path of `site`, such as /payment'),
})

/** What the product says about the school. Everything is optional: what is absent is not shown. */
export const schoolFile = z
  .strictObject({
    $schema: z.string().optional(),
    name: text.optional().describe('Beside the logo, and the name of the sender of emails'),
    logo: z
      .string()
      .regex(/\.(svg|png|webp)$/i, 'must be an svg, png or webp file')
      .optional()
      .describe('A square picture of at most 100 kB; its path is relative to this file'),
    color: z
      .string()
      .regex(/^#[\da-f]{6}$/i, 'must be a colour such as #0a7d3f')
      .optional()
      .describe('The colour of main buttons and marks. Shades for text are derived with enough contrast'),
    site: address
      .transform((url) => url.replace(/\/+$/, ''))
      .optional()
      .describe('The public site of the school'),
    offer: siteAddress.optional().describe('The public offer, which a purchase links before the contract is made'),
    support: z
      .strictObject({ phone: line.optional(), email: z.email().optional() })
      .optional()
      .describe('Contacts of the support, shown in the footer and wherever a person is stuck'),
    footer: z
      .strictObject({
        groups: z.array(z.strictObject({ title: text, links: z.array(link).min(1) })).optional(),
        socials: z.array(z.strictObject({ kind: z.enum(socialKinds), url: address })).optional(),
        legal: text.optional().describe('The legal line: the name of the institution and its licence'),
      })
      .optional(),
    tax: z
      .strictObject({ confirmedBy: text, confirmedOn: day, validUntil: day })
      .refine(({ confirmedOn, validUntil }) => confirmedOn < validUntil, {
        path: ['validUntil'],
        message: 'must be after confirmedOn',
      })
      .optional()
      .describe('Who has confirmed the limits and the rate of the tax deduction, and until when that is valid'),
  })
  .meta({ title: 'The school of an installation (SCHOOL_FILE)' })

/** The JSON schema of the file, for editors. */
export function schoolFileSchema(): string {
  return `${JSON.stringify(z.toJSONSchema(schoolFile, { io: 'input' }), null, 2)}\n`
}
