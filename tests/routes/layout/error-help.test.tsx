import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { config, person, visit } from '#tests/support/browser/browser-app.tsx'

const school = {
  'GET /api/v1/system/config': { body: { ...config, SYSTEM: { ...config.SYSTEM, SUPPORT_PHONE: '+7 800 100-20-30' } } },
}
const signedIn = { ...school, 'GET /api/v1/profile': { body: person(['parent']) } }

describe('An error page', () => {
  test.each(['/403', '/404', '/500'])('%s names the school, and lets a parent write and sign out', async (address) => {
    await visit(address, signedIn)
    expect((await screen.findByRole('link', { name: '+7 800 100-20-30' })).getAttribute('href')).toBe(
      'tel:+78001002030',
    )
    const message = screen.getByRole('link', { name: 'Написать сообщение' })
    expect(message.getAttribute('href')).toBe('/messages?tickets=new')
    expect(screen.getByRole('link', { name: 'Выйти' }).getAttribute('href')).toBe('/logout')
  })

  test('is the screen of the message that is written from it', async () => {
    vi.stubGlobal('scrollTo', () => undefined)
    localStorage.setItem(`draft_${person(['parent']).id}_`, JSON.stringify({ html: '<p>Не открывается</p>' }))
    await visit('/403?from=%2Fgrade-book%2F', signedIn)
    await userEvent.click(await screen.findByRole('link', { name: 'Написать сообщение' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Проверить и отправить' }))
    const review = within(await screen.findByRole('dialog', { name: 'Проверьте сообщение' }))
    expect(review.getByText('/403?from=%2Fgrade-book%2F')).toBeDefined()
  })

  test('offers a visitor the contacts only', async () => {
    await visit('/404', school)
    await screen.findByRole('link', { name: '+7 800 100-20-30' })
    expect(screen.queryByRole('link', { name: 'Написать сообщение' })).toBe(null)
    expect(screen.queryByRole('link', { name: 'Выйти' })).toBe(null)
  })
})
