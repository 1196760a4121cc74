import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
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

  test('offers a visitor the contacts only', async () => {
    await visit('/404', school)
    await screen.findByRole('link', { name: '+7 800 100-20-30' })
    expect(screen.queryByRole('link', { name: 'Написать сообщение' })).toBe(null)
    expect(screen.queryByRole('link', { name: 'Выйти' })).toBe(null)
  })
})
