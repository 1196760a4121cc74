import { and, eq, isNull, or } from 'drizzle-orm'
import { email as emailAddress } from '#contract/forms.ts'
import { hasEmail } from '#server/access/user-columns.ts'
import type { Database } from '#server/db/client.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import type { Env } from '#server/environment/env.ts'
import { embeddedIssuer, issuerKey } from '#server/environment/oidc-settings.ts'
import { findAccountsByLogin } from '#server/idp/accounts/accounts.ts'
import { createInvitation, invitedColumns } from '#server/invitations/invitations.ts'
import { setRoles } from '#server/roles/set-roles.ts'
import { StartupError } from '#server/terminal/startup-error.ts'
import type { TerminalText } from '#server/terminal/terminal-language.ts'

/** Email, login of the embedded provider, or `sub` of the external issuer. */
export type Appointment = { who: string; now: Date; env: Pick<Env, 'PROVIDERS' | 'IDP_PUBLIC_URL' | 'SCHOOL'> }

type Found = { id: string; hasAccount: boolean }

/**
 * Grants the administrator role. An unknown email or `sub` creates a user who gets the role at the first sign-in.
 * Returns a message for the terminal.
 */
export async function appointAdministrator(database: Database, { who, now, env }: Appointment): Promise<TerminalText> {
  const hasOwnIssuer = env.PROVIDERS.length > 0
  return database.transaction(async (transaction) => {
    const found = who.includes('@')
      ? await byEmail(transaction, who)
      : await bySubject(transaction, hasOwnIssuer ? who : await subjectOfLogin(transaction, who), env)
    const held = await transaction
      .select({ role: userRoles.role })
      .from(userRoles)
      .where(and(eq(userRoles.userId, found.id), eq(userRoles.givenBy, 'school')))
    const roles = [...held.map(({ role }) => role), 'administrator' as const]
    const changes = await setRoles(transaction, 'school', [{ userId: found.id, roles }], {
      now,
      command: 'administrator',
    })
    const [user] = await transaction.select(invitedColumns).from(users).where(eq(users.id, found.id))
    if (!hasOwnIssuer && user?.email && !user.hasPassword) {
      const to = { email: user.email }
      const { link } = await createInvitation(
        transaction,
        { userId: user.id, to },
        { now, env, command: 'administrator' },
      )
      return {
        ru: `«${who}» — администратор. Задайте пароль по этой ссылке; она действует 72 часа и срабатывает один раз:\n${link}`,
        en: `«${who}» is an administrator. Set the password by this link; it works for 72 hours and only once:\n${link}`,
      }
    }
    if (changes.length === 0) return { ru: `«${who}» уже администратор.`, en: `«${who}» is an administrator already.` }
    if (found.hasAccount)
      return { ru: `«${who}» теперь администратор.`, en: `«${who}» is an administrator from now on.` }
    return {
      ru: `«${who}» станет администратором с первого входа, при котором поставщик входа подтвердит адрес.`,
      en: `«${who}» will be an administrator from the first sign-in for which the provider calls the address verified.`,
    }
  })
}

async function byEmail(database: Database, who: string): Promise<Found> {
  const { data: email } = emailAddress.safeParse(who)
  if (email === undefined)
    throw new StartupError({ ru: `«${who}» — не адрес почты.`, en: `«${who}» is not an email address.` })
  const [owner, ...others] = await database
    .select({ id: users.id, subject: users.subject })
    .from(users)
    .where(hasEmail(email))
    .limit(2)
  if (others.length > 0)
    throw new StartupError({
      ru: `«${who}» подходит нескольким людям: укажите логин или sub.`,
      en: `Several users have «${who}»: use the login or sub.`,
    })
  if (owner) return { id: owner.id, hasAccount: owner.subject !== null }
  return { id: await announce(database, { email }), hasAccount: false }
}

/** Of the provider for staff. Before the first start that knows the issuers, accounts have none. */
async function bySubject(database: Database, subject: string, env: Appointment['env']): Promise<Found> {
  const issuer = staffIssuerOf(env, subject)
  const isOfIssuer = or(isNull(users.issuer), eq(users.issuer, issuer))
  const isSubject = and(eq(users.subject, subject), isOfIssuer)
  const [owner] = await database.select({ id: users.id }).from(users).where(isSubject)
  return { id: owner?.id ?? (await announce(database, { subject, issuer, hasPassword: true })), hasAccount: true }
}

function staffIssuerOf({ PROVIDERS }: Appointment['env'], who: string): string {
  const [first, ...others] = PROVIDERS.filter(({ givesStaffRoles }) => givesStaffRoles)
  if (others.length > 0)
    throw new StartupError({
      ru: `«${who}»: поставщиков входа для сотрудников несколько, укажите адрес почты.`,
      en: `«${who}»: several identity providers are for staff; name the person by email.`,
    })
  return first ? issuerKey(first.issuer) : embeddedIssuer
}

async function subjectOfLogin(database: Database, login: string): Promise<string> {
  const [account] = await findAccountsByLogin(database, [login.toLowerCase()])
  if (!account)
    throw new StartupError({
      ru: `Учётной записи с логином «${login}» нет; нового человека укажите по адресу почты.`,
      en: `No account has the login «${login}»; name a new user by email.`,
    })
  return account.subject
}

/** The name comes from the provider at the first sign-in. */
async function announce(database: Database, known: Partial<typeof users.$inferInsert>): Promise<string> {
  const [user] = await database
    .insert(users)
    .values({ firstName: '', lastName: '', ...known })
    .returning({ id: users.id })
  if (!user) throw new Error('the person was not stored')
  return user.id
}
