import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { appointAdministrator } from '#server/administrators/appoint-administrator.ts'
import { findOpenAppointment } from '#server/administrators/open-appointment.ts'
import { users } from '#server/db/schema/people.ts'
import { readEnv } from '#server/environment/env.ts'
import { startupBanner } from '#server/startup-banner.ts'
import { payeeVariables } from '#tests/support/documents/payee.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const opened = openForSuite(openTestDatabase)
const env = readEnv({ DEMO: 'off', ...payeeVariables })
const now = new Date('2026-11-20T09:00:00Z')
const afterHours = (hours: number) => new Date(now.getTime() + hours * 60 * 60_000)

async function startMessage(at: Date) {
  const appointed = await findOpenAppointment(opened.database, at)
  return startupBanner(env, { canSignIn: false, appointed, warnings: [] })
}

test('Until the first administrator has a password, the start says for whom a link is open and until when', async () => {
  const asked =
    /No account can sign in yet\. Appoint the first administrator .+\n {4}npm run administrator -- director@/
  expect((await startMessage(now)).en).toMatch(asked)
  const appoint = (who: string, at = now) => appointAdministrator(opened.database, { who, env, now: at })
  await appoint('anna@school.example')
  const { ru, en } = await startMessage(afterHours(71))
  expect(ru).toContain(
    [
      '  Войти пока некому. Ссылка, по которой администратор anna@school.example задаст пароль, действует до 23 ноября в 12:00. Эта команда напечатает новую ссылку, и прежняя перестанет работать:',
      '    npm run administrator -- anna@school.example',
    ].join('\n'),
  )
  expect(en).toContain(
    'administrator anna@school.example is open until 23 November at 12:00. The command prints another',
  )
  expect(en).not.toContain('director@school.example')
  expect((await startMessage(afterHours(72))).en).toMatch(asked)

  await appoint('boris@school.example', afterHours(1))
  expect((await startMessage(afterHours(2))).en).toContain('boris@school.example')
  await opened.database.update(users).set({ hasPassword: true }).where(eq(users.email, 'boris@school.example'))
  expect((await startMessage(afterHours(2))).en).toContain('anna@school.example')
})
