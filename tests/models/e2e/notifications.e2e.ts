import { soon } from '#tests/model-runner/browser/polling.ts'
import { notificationsPage } from '#tests/support/pages/notifications-page.ts'
import { sessionPage } from '#tests/support/pages/session-page.ts'
import { fillDisk, repair } from './fault-injection.ts'
import { newPerson } from './fixtures/school.ts'
import { type ProductLevel, signIn } from './test-server.ts'

type SeenStudent = { student: { cookies: Record<string, string> } }

const call = 'POST /v1/admin/auth/logout-as'

/** An administrator who looks at the pages of a student cannot come back: the server has no space left. */
export const notificationsEndToEnd: ProductLevel<SeenStudent> = {
  open: async (server) => {
    const administrator = await newPerson(server, { roles: ['administrator'], confirmed: true })
    const student = await newPerson(server, { roles: ['student'], confirmed: false })
    const { userId } = student
    const seen = await server.server.signInAs({ roles: [], userId, seenBy: administrator.userId })
    return { student: seen }
  },
  held: [call],
  begin: async (stage) => {
    await signIn(stage, stage.data.student)
    await stage.page.goto('/events')
    await soon(sessionPage(stage.page).end).toBeEnabled()
  },
  unplayableSteps: [
    {
      why: 'two notifications that appeared one after the other end one after the other, too fast to be seen',
      is: ({ event, before }) => event.type === 'notification.expired' && before.context.shown.length > 1,
    },
  ],
  events: {
    'notification.show': async (stage) => {
      await sessionPage(stage.page).end.click()
      await fillDisk(stage, 'sessions')
      await stage.server.proxy.pass(call)
      await repair(stage)
    },
    'notification.close': async ({ page }, { event, before }) => {
      const index = before.context.shown.findIndex(({ id }: { id: number }) => id === event.id)
      await notificationsPage(page).close.nth(index).click()
    },
    // The next state waits for it.
    'notification.expired': () => undefined,
  },
  states: {
    notifications: ({ page }, { context }) => soon(notificationsPage(page).failedEnd).toHaveCount(context.shown.length),
  },
}
