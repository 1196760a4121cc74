import { expect } from 'playwright/test'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { middleOf, run, workOfFrames } from '#tests/support/browser/frames.ts'
import { test } from '#tests/support/browser/story.ts'

/** Milliseconds of work from a key to the painted results of the browser's own index. */
const maxAnswerTime = 50

test.describe('the finder of a family', () => {
  test.use({ login: 'family' })

  test('opens by key, moves by arrows and leads to the thing', async ({ page, t }) => {
    await page.goto('/events')
    await expect(page.getByRole('heading', { level: 1, name: t('Мероприятия') })).toBeVisible()
    const field = page.getByRole('combobox', { name: t('Поиск по кабинету') })
    const selected = page.getByRole('option', { selected: true })
    await page.keyboard.press('Control+K')
    await expect(field).toBeFocused()
    await expect(page.getByRole('group', { name: t('Разделы') })).toBeVisible()
    await expectAccessible(page)

    const first = await selected.innerText()
    await page.keyboard.press('ArrowDown')
    await expect(selected).not.toHaveText(first)
    await page.keyboard.press('ArrowUp')
    await expect(selected).toHaveText(first)

    await field.fill('Артём')
    await expect(selected).toHaveText(t('{firstName}: расписание', { firstName: 'Артём' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/schedule\?filter\[child\]=[0-9a-f-]{36}$/)
    await expect(page.getByRole('button', { name: 'Артём', pressed: true })).toBeVisible()
    await expect(field).toBeHidden()
  })

  test('answers from its own index with less than 50 ms of work', { tag: '@nightly' }, async ({ page, t }) => {
    await page.goto('/events')
    await page.getByRole('button', { name: t('Поиск по кабинету') }).click()
    await expect(page.getByRole('group', { name: t('Договоры') })).toBeVisible()
    const letters = [...'дизай']
    const work = await workOfFrames(page, letters.length - 1, (browser) => run(typing(letters.shift() ?? ''))(browser))
    await expect(page.getByRole('option').first()).toContainText(/дизайн/i)
    expect(middleOf(work)).toBeLessThan(maxAnswerTime)
  })
})

/** Types a letter into the finder, and ends when its results have been painted. */
function typing(letter: string): string {
  return `new Promise((resolve) => {
    const field = document.querySelector('[role=combobox]')
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
    set.call(field, field.value + '${letter}')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    requestAnimationFrame(() => setTimeout(resolve))
  })`
}
