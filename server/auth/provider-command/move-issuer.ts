import { parseArgs } from 'node:util'
import { eq, isNotNull, sql, TransactionRollbackError } from 'drizzle-orm'
import type { CommandContext } from '#server/cli/run-command.ts'
import type { Database } from '#server/db/client.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import { issuerKey } from '#server/environment/oidc-settings.ts'
import { audit } from '#server/security/audit-log.ts'
import { StartupError } from '#server/terminal/startup-error.ts'
import { joinTexts, type TerminalText } from '#server/terminal/terminal-language.ts'

/** Addresses of issuers, or names of providers. */
export type IssuerMove = { from: string; to: string; sameSubjects: boolean; isDryRun: boolean }

/** Parses `--from OLD --to NEW [--same-subjects] [--dry-run]`; null without the issuers. Throws on unknown arguments. */
export function parseIssuerMove(args: string[]): IssuerMove | null {
  const flag = { type: 'boolean', default: false } as const
  const options = { from: { type: 'string' }, to: { type: 'string' }, 'same-subjects': flag, 'dry-run': flag } as const
  const { values } = parseArgs({ args, options })
  if (!values.from || !values.to) return null
  const { from, to } = values
  return { from, to, sameSubjects: values['same-subjects'], isDryRun: values['dry-run'] }
}

/**
 * Moves the accounts of one issuer to another. Each keeps its `sub`, or loses it, so that the next sign-in is matched by a
 * verified contact. Returns the text for the terminal.
 */
export async function moveIssuer(given: IssuerMove, { database, now, env }: CommandContext): Promise<TerminalText> {
  const { sameSubjects, isDryRun } = given
  const issuerOf = (text: string) => issuerKey(env.PROVIDERS.find(({ name }) => name === text)?.issuer ?? text)
  const [from, to] = [issuerOf(given.from), issuerOf(given.to)]
  const move = { ...given, from, to }
  let output: TerminalText = { ru: '', en: '' }
  try {
    await database.transaction(async (transaction) => {
      await transaction.execute(sql`set local statement_timeout = 0`)
      await assertKnown(transaction, move)
      const { moved, lines } = await (sameSubjects ? keepSubjects : removeSubjects)(transaction, move, now)
      // The next sign-in at the new issuer takes the roles that it does not give.
      await transaction.update(userRoles).set({ issuer: to }).where(eq(userRoles.issuer, from))
      const detail = `${from} → ${to}: ${moved}`
      const entry = { at: now, action: 'account.issuer-moved', subjectId: null, command: 'provider', detail } as const
      await audit(transaction, entry)
      output = joinTexts([...(isDryRun ? [trial] : []), ...lines, { ru: '', en: '' }], '\n')
      if (isDryRun) transaction.rollback()
    })
  } catch (error) {
    if (!(isDryRun && error instanceof TransactionRollbackError)) throw error
  }
  return output
}

const trial = { ru: 'Пробный запуск: ничего не изменено.', en: 'A dry run: nothing was changed.' }

async function assertKnown(database: Database, { from, to }: IssuerMove): Promise<void> {
  if (from === to)
    throw new StartupError({ ru: '--from и --to — один поставщик.', en: '--from and --to are the same issuer.' })
  if ((await database.$count(users, eq(users.issuer, from))) > 0) return
  const known = await database.selectDistinct({ issuer: users.issuer }).from(users).where(isNotNull(users.issuer))
  const names = known.map(({ issuer }) => issuer).join(', ') || '—'
  throw new StartupError({
    ru: `Учётных записей поставщика ${from} нет. Есть: ${names}.`,
    en: `No accounts of the issuer ${from}. There are: ${names}.`,
  })
}

type Outcome = { moved: number; lines: TerminalText[] }

/** An account stays if another person has its `sub` at the new issuer. */
async function keepSubjects(transaction: Database, { from, to }: IssuerMove, now: Date): Promise<Outcome> {
  const { rowCount } = await transaction.execute(sql`
    update users set issuer = ${to}, updated_at = ${now.toISOString()}::timestamptz
    where issuer = ${from}
      and not exists (select from users as others where others.issuer = ${to} and others.subject = users.subject)
  `)
  const moved = rowCount ?? 0
  const left = await transaction.$count(users, eq(users.issuer, from))
  const lines = [{ ru: `Перенесено с прежними sub: ${moved}.`, en: `Moved with the same sub: ${moved}.` }]
  if (left > 0)
    lines.push({
      ru: `Не перенесено, потому что с этим sub уже вошли у нового поставщика: ${left}. Объедините учётные записи в панели.`,
      en: `Not moved, because this sub has already signed in at the new issuer: ${left}. Merge these accounts in the panel.`,
    })
  return { moved, lines }
}

async function removeSubjects(transaction: Database, { from }: IssuerMove, now: Date): Promise<Outcome> {
  const { rows } = await transaction.execute<{ hasOwnContact: boolean }>(sql`
    with released as (
      update users set subject = null, updated_at = ${now.toISOString()}::timestamptz
      where issuer = ${from}
      returning id, lower(email) as email, phone
    )
    select coalesce(
      not exists (select from users where lower(users.email) = released.email and users.id <> released.id)
        and released.email is not null
      or not exists (select from users where users.phone = released.phone and users.id <> released.id)
        and released.phone is not null, false) as "hasOwnContact"
    from released
  `)
  const unmatchable = rows.filter(({ hasOwnContact }) => !hasOwnContact).length
  const lines = [
    {
      ru: `Отвязано от прежнего поставщика: ${rows.length}. При следующем входе сервер узнает каждого по подтверждённой почте или телефону; до этого уведомления не приходят.`,
      en: `Unbound from the old issuer: ${rows.length}. The next sign-in of each is matched by a verified email or phone; until then they get no notifications.`,
    },
  ]
  if (unmatchable > 0)
    lines.push({
      ru: `Из них без своей почты и телефона: ${unmatchable}. Они войдут как новые люди без ролей; объедините их учётные записи в панели.`,
      en: `Of these, ${unmatchable} have no email or phone of their own. They sign in as new people without roles; merge their accounts in the panel.`,
    })
  return { moved: rows.length, lines }
}
