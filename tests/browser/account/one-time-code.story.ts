import { expect, type Page } from 'playwright/test'
import type { Profile } from '#contract/profile.ts'
import { changing } from '#tests/support/browser/story.ts'
import { codeIn } from '#tests/support/server/outbox.ts'

changing.use({ login: 'edcheck-user' })

changing(
  'of two tabs with the same code one confirms, and the other shows that the code is used',
  async ({ page, context, letterTo, t }) => {
    const { phone }: Profile = await (await page.request.get('/api/v1/profile')).json()
    const askedIn = async (tab: Page) => {
      await tab.goto('/profile')
      await tab.getByRole('button', { name: t('Подтвердить сейчас') }).click()
      const dialog = tab.getByRole('dialog', { name: t('Подтвердите, что это вы') })
      await expect(dialog.getByLabel(t('Код подтверждения'))).toBeEditable()
      return dialog
    }
    const dialogs = [await askedIn(page), await askedIn(await context.newPage())]
    const sms = await letterTo(phone ?? '', 'Код подтверждения')
    const code = codeIn(sms)
    await Promise.all(dialogs.map((dialog) => dialog.getByLabel(t('Код подтверждения')).fill(code)))

    const usedUp = t('Этот код больше не действует: истёк срок или кончились попытки. Запросите новый.')
    const shown = async () => {
      const open = await Promise.all(dialogs.map((dialog) => dialog.isVisible()))
      const over = await Promise.all(dialogs.map((dialog) => dialog.getByText(usedUp).isVisible()))
      return { open: open.filter(Boolean).length, over: over.filter(Boolean).length }
    }
    await expect.poll(shown).toEqual({ open: 1, over: 1 })
  },
)
