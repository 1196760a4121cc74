import { expect, type Page } from 'playwright/test'
import type { Profile } from '#contract/profile.ts'
import { changing } from '#tests/support/browser/story.ts'
import { codeIn, letterTo } from '#tests/support/server/outbox.ts'

changing.use({ login: 'academy-parent' })

changing(
  'of two tabs that enter the same code one confirms; the other says that it is used up, and offers a new one',
  async ({ page, context, server, say }) => {
    const { phone }: Profile = await (await page.request.get('/api/v1/profile')).json()
    const askedIn = async (tab: Page) => {
      await tab.goto('/profile')
      await tab.getByRole('button', { name: say('Подтвердить сейчас') }).click()
      const dialog = tab.getByRole('dialog', { name: say('Подтвердите, что это вы') })
      await expect(dialog.getByLabel(say('Код подтверждения'))).toBeEditable()
      return dialog
    }
    const dialogs = [await askedIn(page), await askedIn(await context.newPage())]
    const sms = await letterTo(server, phone ?? '', 'Код подтверждения')
    const code = codeIn(sms)
    await Promise.all(dialogs.map((dialog) => dialog.getByLabel(say('Код подтверждения')).fill(code)))

    const usedUp = say('Этот код больше не действует: истёк срок или кончились попытки. Запросите новый.')
    const shown = async () => {
      const open = await Promise.all(dialogs.map((dialog) => dialog.isVisible()))
      const over = await Promise.all(dialogs.map((dialog) => dialog.getByText(usedUp).isVisible()))
      return { open: open.filter(Boolean).length, over: over.filter(Boolean).length }
    }
    await expect.poll(shown).toEqual({ open: 1, over: 1 })
  },
)
