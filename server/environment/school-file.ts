import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { isAccountAt } from '#contract/billing/bank-account.ts'
import { socialKinds } from '#contract/content.ts'
import { branches, iconNames, locales, systemKinds } from '#contract/enumerations.ts'
import { canonicalEmail, emailPattern } from '#contract/people/contacts.ts'
import { guardianPresets, keptByGuardians } from '#contract/people/guardian-rights.ts'
import { profileOwners } from '#contract/people/profile-owners.ts'
import { roleGroups, roles } from '#contract/roles.ts'
import { isCorrespondentAccount, isTaxNumber } from '#server/payment-details/check-digits.ts'
import { maxPurposeBytes } from '#server/payment-details/payment-qr-code.ts'
import { type RetentionKind, retentionPeriods } from './retention-periods.ts'

/** What a value must be, by its English text. */
export const expectedInRussian = {
  'must be text of 1 to 500 characters': 'нужен текст от 1 до 500 символов',
  'must be a text, or { "ru": …, "en": … }': 'нужен текст или { "ru": …, "en": … }',
  'must be an address such as https://www.school.example': 'нужен адрес вида https://www.school.example',
  'must be an address, or a path of the site such as /payment': 'нужен адрес или путь на сайте вида /payment',
  'must be a day such as 2026-09-01': 'нужен день вида 2026-09-01',
  'must be an svg, png or webp file': 'нужен файл svg, png или webp',
  'must be a json file': 'нужен файл json',
  'must be a colour such as #0a7d3f': 'нужен цвет вида #0a7d3f',
  'must be an email address such as help@school.example': 'нужен адрес почты вида help@school.example',
  'must be after confirmedOn': 'должен быть позже confirmedOn',
  'must be a role such as teacher': 'нужна роль вида teacher',
  'must be true, false or a list of school, academy, college':
    'нужно true, false или список из school, academy, college',
  'must be a name of an icon such as book': 'нужно имя значка вида book',
  'must be LMS, WEB, EDCHECK, IAM or OTHER': 'нужно LMS, WEB, EDCHECK, IAM или OTHER',
  'must be a list of admin, parent, student, teacher, none, visitor':
    'нужен список из admin, parent, student, teacher, none, visitor',
  'must be person, provider or school': 'нужно person, provider или school',
  'must be remaining-lessons or whole': 'нужно remaining-lessons или whole',
  'must be true or false': 'нужно true или false',
  'must be full, payer, learning or informed': 'нужно full, payer, learning или informed',
  'must be full, payer, learning, informed or none': 'нужно full, payer, learning, informed или none',
  'needs roles, and either value or pattern': 'нужны roles и одно из двух: value или pattern',
  'must be a name of OIDC_PROVIDERS such as staff': 'нужно имя из OIDC_PROVIDERS вида staff',
  'must be a domain such as school.example': 'нужен домен вида school.example',
  'must be digits as in the contract with the bank': 'нужны цифры, как в договоре с банком',
  'the control digit says that a digit is wrong': 'контрольная цифра не сходится',
  'with bank too long for the code on bills': 'вместе с bank длиннее, чем вмещает код на счёте',
} as const

/** For `z`, which keeps one text per issue: the other language is found by it. */
function expected(text: keyof typeof expectedInRussian): string {
  return text
}

const lineError = expected('must be text of 1 to 500 characters')
const line = z.string(lineError).trim().min(1, lineError).max(500, lineError)

/** A text in both languages, or one text for both. */
const text = z
  .union([line, z.strictObject({ ru: line, en: line })], expected('must be a text, or { "ru": …, "en": … }'))
  .transform((given) => (typeof given === 'string' ? { ru: given, en: given } : given))

/** An address in a setting; also with a domain in Cyrillic. */
export const emailSetting = z
  .email({ pattern: emailPattern, error: expected('must be an email address such as help@school.example') })
  .transform((typed) => canonicalEmail(typed) ?? typed)

const address = z.url({
  protocol: /^https?$/,
  error: expected('must be an address such as https://www.school.example'),
})
const day = z.iso.date(expected('must be a day such as 2026-09-01'))

const siteAddress = z.union(
  [address, z.string().regex(/^\/(?!\/)\S*$/)],
  expected('must be an address, or a path of the site such as /payment'),
)

const link = z.strictObject({
  title: text,
  url: siteAddress.describe('An address, or a path of `site`, such as /payment'),
})

const otherSystems = systemKinds.filter((kind) => kind !== 'LK')

const menuLink = link.extend({
  icon: z.enum(iconNames, expected('must be a name of an icon such as book')).default('external'),
  system: z.enum(otherSystems, expected('must be LMS, WEB, EDCHECK, IAM or OTHER')).default('OTHER'),
  audiences: z
    .array(
      z.enum(
        [...roleGroups, 'none', 'visitor'],
        expected('must be a list of admin, parent, student, teacher, none, visitor'),
      ),
    )
    .min(1)
    .default([...roleGroups])
    .describe('Whose menu has it: groups of roles, people without a role (none), visitors; default: all groups'),
})

const providerName = z
  .string()
  .regex(/^[a-z][a-z0-9]{0,31}$/, expected('must be a name of OIDC_PROVIDERS such as staff'))

/** In ASCII, as `domainToASCII` of an email's domain. */
const domain = z
  .string()
  .transform((text) => domainToASCII(text.trim().replace(/^@/, '')))
  .pipe(z.string().regex(/^[a-z\d-]+(?:\.[a-z\d-]+)+$/, expected('must be a domain such as school.example')))

const provider = z.strictObject({
  title: text.describe('Who signs in with it, on its button: Staff'),
  domains: z.array(domain).min(1).optional().describe('Domains of email addresses that choose this provider'),
  staff: z.boolean().optional().describe('Whether people with roles of staff may sign in with it; default: false'),
  matchContacts: z
    .boolean()
    .optional()
    .describe('Whether its verified emails and phones find people of the school; default: true'),
})

const roleRule = z
  .strictObject({
    provider: providerName.optional().describe('The only provider of OIDC_PROVIDERS whose claims are meant'),
    claim: line.describe('Name or path of a claim: groups, realm_access.roles'),
    value: line.optional().describe('A value of the claim'),
    pattern: line.optional().describe('Values of the claim, with * for any characters: CN=Teachers,*'),
    roles: z
      .array(z.enum(roles, expected('must be a role such as teacher')))
      .min(1)
      .optional()
      .describe('Roles that these values give'),
  })
  .refine(
    ({ value, pattern, roles: given }) =>
      (value === undefined && pattern === undefined && given === undefined) ||
      (given !== undefined && (value === undefined) !== (pattern === undefined)),
    expected('needs roles, and either value or pattern'),
  )

const lateStartPrices = ['remaining-lessons', 'whole'] as const

const digits = (pattern: RegExp) =>
  z.string().regex(pattern, expected('must be digits as in the contract with the bank'))
const wrongDigit = expected('the control digit says that a digit is wrong')
const codeLine = line.refine((text) => !/[|\r\n]/.test(text), lineError)

/** Another legal entity that takes the money of a branch; its fields are those of the PAYEE_* variables. */
const branchPayee = z
  .strictObject({
    name: codeLine,
    taxNumber: digits(/^(\d{10}|\d{12})$/).refine(isTaxNumber, wrongDigit),
    taxReason: digits(/^\d{4}[\dA-Z]{2}\d{3}$/)
      .nullable()
      .default(null),
    account: digits(/^\d{20}$/),
    bank: codeLine,
    bankCode: digits(/^\d{9}$/),
    correspondentAccount: digits(/^\d{20}$/),
  })
  .refine(({ bankCode, account }) => isAccountAt(bankCode, account), { path: ['account'], message: wrongDigit })
  .refine(({ bankCode, correspondentAccount }) => isCorrespondentAccount(bankCode, correspondentAccount), {
    path: ['correspondentAccount'],
    message: wrongDigit,
  })
  .refine((given) => maxPurposeBytes(given) >= 0, {
    path: ['name'],
    message: expected('with bank too long for the code on bills'),
  })

const paragraph = z.string(lineError).trim().min(1, lineError).max(5000, lineError)

const paragraphs = z
  .array(
    z
      .union(
        [paragraph, z.strictObject({ ru: paragraph, en: paragraph })],
        expected('must be a text, or { "ru": …, "en": … }'),
      )
      .transform((given) => (typeof given === 'string' ? { ru: given, en: given } : given)),
  )
  .min(1)

const consentText = z.strictObject({
  version: line.describe('Names the wording: with a changed text everyone is asked again'),
  paragraphs,
})

/** What the school says about personal data, and what it asks for (152-FZ, article 9). */
const consents = z.strictObject({
  processing: z
    .strictObject({ paragraphs })
    .optional()
    .describe(
      'How the school processes personal data for the contract and by law: shown, and no consent to it is asked',
    ),
  marketing: consentText.optional().describe('News about courses, discounts and events of the school'),
  counters: consentText.optional().describe('Counters, tag manager, chat and profile service of other companies'),
  photographs: consentText.optional().describe('Publication of photographs of the student'),
})

/** How long records are kept, each in days or years. */
const retention = z.strictObject(
  Object.fromEntries(
    Object.entries(retentionPeriods).map(([kind, { unit, usual, least, most, what }]) => [
      kind,
      z.int().min(least).max(most).optional().describe(`In ${unit}, by default ${usual}: ${what}`),
    ]),
  ) as Record<RetentionKind, z.ZodOptional<z.ZodInt>>,
)

const profileOwner = z.enum(profileOwners, expected('must be person, provider or school')).optional()

/** Who signs for a branch at once, and by which power. */
const representative = z.strictObject({
  name: line.describe('Last name first: Орлова Мария Викторовна'),
  position: line.describe('директор'),
  basis: line.describe('By which power, in the genitive: устава, доверенности № 5 от 01.09.2026'),
})

/** Simple electronic signatures of contracts (63-FZ). */
const signing = z.strictObject({
  agreement: z
    .strictObject({
      version: line.describe('Names the wording: a changed text needs a new one, and everyone is asked again'),
      paragraphs: z.array(paragraph).min(1),
    })
    .describe('The agreement on the use of a simple electronic signature, in Russian'),
  branches: z
    .partialRecord(z.enum(branches), z.strictObject({ representative: representative.optional() }))
    .describe(
      'Branches whose new contracts are signed with codes. A representative signs for the school at once; without one an administrator signs in the panel',
    ),
})

/** A file of `names`: translations by the Russian texts. */
export const schoolNames = z.record(z.string(), z.string().trim().min(1))

/** What the product says about the school. Everything is optional: what is absent is not shown. */
export const schoolFile = z
  .strictObject({
    $schema: z.string().optional(),
    name: text.optional().describe('Beside the logo, and the name of the sender of emails'),
    logo: z
      .string()
      .regex(/\.(svg|png|webp)$/i, expected('must be an svg, png or webp file'))
      .optional()
      .describe('A square picture of at most 100 kB; its path is relative to this file'),
    names: z
      .partialRecord(z.enum(locales), z.string().regex(/\.json$/i, expected('must be a json file')))
      .optional()
      .describe(
        'Translations of names and texts of the school: a JSON file for each language with the Russian ones as keys; its path is relative to this file',
      ),
    color: z
      .string()
      .regex(/^#[\da-f]{6}$/i, expected('must be a colour such as #0a7d3f'))
      .optional()
      .describe('The colour of main buttons and marks. Shades for text are derived with enough contrast'),
    site: address
      .transform((url) => url.replace(/\/+$/, ''))
      .optional()
      .describe('The public site of the school'),
    offer: siteAddress.optional().describe('The public offer, which a purchase links before the contract is made'),
    support: z
      .strictObject({ phone: line.optional(), email: emailSetting.optional() })
      .optional()
      .describe('Contacts of the support, shown in the footer and wherever a person is stuck'),
    footer: z
      .strictObject({
        groups: z.array(z.strictObject({ title: text, links: z.array(link).min(1) })).optional(),
        socials: z.array(z.strictObject({ kind: z.enum(socialKinds), url: address })).optional(),
        legal: text.optional().describe('The legal line: the name of the institution and its licence'),
      })
      .optional(),
    menu: z
      .array(menuLink)
      .max(10)
      .optional()
      .describe('Links of the menu to other systems of the school, after its own items'),
    tax: z
      .strictObject({ confirmedBy: text, confirmedOn: day, validUntil: day })
      .refine(({ confirmedOn, validUntil }) => confirmedOn < validUntil, {
        path: ['validUntil'],
        message: expected('must be after confirmedOn'),
      })
      .optional()
      .describe('Who has confirmed the limits and the rate of the tax deduction, and until when that is valid'),
    priceOfLateStart: z
      .enum(lateStartPrices, expected('must be remaining-lessons or whole'))
      .optional()
      .describe(
        'What a student pays who joins a group that has begun: remaining-lessons, the part of its price for the lessons that are left; or whole (default)',
      ),
    guardians: z
      .strictObject({
        preset: z
          .enum(guardianPresets, expected('must be full, payer, learning or informed'))
          .optional()
          .describe('What a new guardian may do for the child: full (default), payer, learning or informed'),
        ofAge: z
          .enum(keptByGuardians, expected('must be full, payer, learning, informed or none'))
          .optional()
          .describe(
            'What guardians keep of their rights at most once the student is 18: payer (default), full, learning, informed or none',
          ),
        setByHolder: z
          .boolean(expected('must be true or false'))
          .optional()
          .describe('Whether the holder of a contract may give and take rights of the other guardians; default: false'),
      })
      .optional()
      .describe('Rights of guardians'),
    messages: z
      .strictObject({
        teachers: z
          .union(
            [z.boolean(), z.array(z.enum(branches)).min(1)],
            expected('must be true, false or a list of school, academy, college'),
          )
          .optional(),
      })
      .optional()
      .describe(
        'Whether families may write to the teachers of their groups: of all courses (true), of those of some branches, or of none (default)',
      ),
    payees: z
      .partialRecord(z.enum(branches), branchPayee)
      .optional()
      .describe(
        'Payees of branches that are other legal entities; the other branches have that of the PAYEE_* variables',
      ),
    signing: signing
      .optional()
      .describe('Contracts are signed with simple electronic signatures; by default they are agreed to at a press'),
    queues: z
      .strictObject({
        contractDays: z.int().min(1).max(60).describe('Days until a contract is stuck that is neither signed nor paid'),
      })
      .optional()
      .describe('When something is stuck and listed for the administrators'),
    consents: consents
      .optional()
      .describe('Texts about personal data. Each consent is asked for only if its text is here'),
    retention: retention.optional().describe('How long records are kept before the nightly job deletes them'),
    profile: z
      .strictObject({ names: profileOwner, email: profileOwner, phone: profileOwner })
      .optional()
      .describe(
        'Which source of names, email and phone wins: the person (default), the identity provider, or the school',
      ),
    providers: z
      .record(providerName, provider)
      .optional()
      .describe('The identity providers of OIDC_PROVIDERS, by their names'),
    roles: z
      .array(roleRule)
      .min(1)
      .optional()
      .describe(
        'Which claims of your own identity provider give which roles. A rule with a claim only takes its values as names of roles',
      ),
  })
  .meta({ title: 'The school of an installation (SCHOOL_FILE)' })

/** The JSON schema of the file, for editors. */
export function schoolFileSchema(): string {
  return `${JSON.stringify(z.toJSONSchema(schoolFile, { io: 'input' }), null, 2)}\n`
}
