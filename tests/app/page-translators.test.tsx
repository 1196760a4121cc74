import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { tolerateTranslators } from '#src/app/page-translators.ts'

beforeAll(() => tolerateTranslators(window))

const translated = (text: string) => `«${text}»`

/** The font elements around a text, as Chrome nests them. */
function fonts(content: Node | string): Element {
  const [outer, inner] = [document.createElement('font'), document.createElement('font')]
  inner.append(content)
  outer.append(inner)
  return outer
}

const translators: Record<string, (text: Text) => void> = {
  'wraps the text node': (text) => {
    const place = document.createComment('')
    text.before(place)
    place.replaceWith(fonts(text))
  },
  'replaces the text node': (text) => text.replaceWith(fonts(translated(text.data))),
  'inserts its element and removes the text node': (text) => {
    text.before(fonts(translated(text.data)))
    text.remove()
  },
}

/** Translates what has no `font` around it yet. */
function translate(root: Element, change: (text: Text) => void): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) if (!text.parentElement?.closest('font')) change(text)
}

describe.each(Object.entries(translators))('With a translator that %s', (_, change) => {
  /** Renders each page after the one before it was translated; returns what is read of the last one. */
  function show(...pages: ReactNode[]): string {
    const root = document.createElement('main')
    document.body.append(root)
    const app = createRoot(root)
    onTestFinished(() => {
      flushSync(() => app.unmount())
      root.remove()
    })
    for (const page of pages) {
      translate(root, change)
      flushSync(() => app.render(page))
    }
    return (root.textContent ?? '').replaceAll(/[«»]/g, '')
  }

  test('a text can be removed and come again', () => {
    const page = (isShown: boolean) => (
      <p>
        {isShown && 'Сегодня'} <b>занятие</b>
      </p>
    )
    expect(show(page(true), page(false), page(true))).toBe('Сегодня занятие')
  })

  test('an element can be inserted before a text', () => {
    const page = (isShown: boolean) => <p>{isShown && <b>Новое: </b>}перенос</p>
    expect(show(page(false), page(true))).toBe('Новое: перенос')
  })

  test('a changed text replaces its translation', () => {
    const page = (count: number) => (
      <p>
        Изменений: {count}
        <i>!</i>
      </p>
    )
    expect(show(page(7), page(8), page(9))).toBe('Изменений: 9!')
  })

  test('a text that is the only child is changed', () => {
    expect(show(<p>Вчера</p>, <p>Сегодня</p>)).toBe('Сегодня')
  })

  test('texts change their order', () => {
    const page = (names: string[]) => names.map((name) => <Name key={name} name={name} />)
    expect(show(page(['Анна ', 'Борис ', 'Вера ']), page(['Вера ', 'Анна ', 'Борис ']))).toBe('Вера Анна Борис ')
  })
})

function Name({ name }: { name: string }) {
  return <>{name}</>
}
