import { render } from '@testing-library/react'
import type { Page } from 'playwright'
import { Suspense, use } from 'react'
import { expect, test } from 'vitest'
import type { Language } from './app-under-test.ts'
import { foreignWordsOf } from './untranslated-text.ts'

const english: Language = { name: 'en', foreign: /[А-Яа-яЁё]+/g, words: () => new Set() }

/** The function that Playwright would run in the page runs in this document. */
const page = { evaluate: async (run: () => unknown) => run() } as unknown as Page
const never = new Promise<string>(() => undefined)

function Content({ isPending }: { isPending: boolean }) {
  return <p>{isPending ? use(never) : 'Расписание'}</p>
}

function Screen({ isPending }: { isPending: boolean }) {
  return (
    <Suspense fallback="Loading…">
      <h1>Мероприятия</h1>
      <Content isPending={isPending} />
    </Suspense>
  )
}

test('finds the words of another language that the page shows', async () => {
  render(<Screen isPending={false} />)
  expect(await foreignWordsOf(page, english, [])).toEqual(['Мероприятия', 'Расписание'])
  expect(await foreignWordsOf(page, english, ['Мероприятия'])).toEqual(['Расписание'])
})

test('ignores a suspended page, which React translates when it is shown again', async () => {
  const { rerender, container } = render(<Screen isPending={false} />)
  rerender(<Screen isPending />)
  expect(container.textContent).toBe('МероприятияРасписаниеLoading…')
  expect(await foreignWordsOf(page, english, [])).toEqual([])
})
