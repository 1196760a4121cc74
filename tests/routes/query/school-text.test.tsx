import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createI18n } from '#src/i18n/create-i18n.ts'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'

async function render(locale: 'ru' | 'en', text: string): Promise<string> {
  const { i18n, activate } = createI18n()
  await activate(locale)
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <SchoolText>{text}</SchoolText>
    </I18nProvider>,
  )
}

test('a Russian title is marked as Russian on an English page only', async () => {
  expect(await render('en', 'Биология')).toBe('<span lang="ru">Биология</span>')
  expect(await render('ru', 'Биология')).toBe('Биология')
  expect(await render('en', 'Python 3')).toBe('Python 3')
})
