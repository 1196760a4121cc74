import { expect } from 'playwright/test'
import { pressControls } from '#tests/support/browser/press-controls.ts'
import { type Screen, screens, variants } from '#tests/support/browser/screens.ts'
import { changing, newSession } from '#tests/support/browser/story.ts'
import { transferApi } from '#tests/support/browser/transfers.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'

const isAll = process.env.TEST_ALL !== undefined

/** The header, the menu and the footer of each role, and of a visitor. */
const frames: Record<string, Screen> = Object.fromEntries(
  (['family', 'student', 'teacher', 'administrator', 'mixed', 'no-role', null] as const).map((login) => [
    `the frame of ${login ?? 'a visitor'}`,
    [login, login === 'administrator' ? '/adm-panel/?tab=own' : login === null ? '/catalog' : '/events', ''],
  ]),
)

/** That of every run: a screen takes up to a minute. */
const usual = 'the home page of a parent'

/** Those with text alone beside the frame. */
const withoutControls = new Set(['transfers for a teacher without groups'])

/** How Chrome translates: each text node is replaced by nested `font` elements, also those that come later. */
function translatePage(how: 'replace' | 'wrap'): void {
  const fontsWith = (content: Node | string) => {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.append(content)
    outer.append(inner)
    return outer
  }
  const translate = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    if (root.nodeType === Node.TEXT_NODE) texts.push(root as Text)
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      const parent = text.parentElement
      if (!parent || parent.closest('font, script, style, svg, title, option, textarea, [contenteditable]')) continue
      if (text.data.trim() === '') continue
      const place = document.createComment('')
      text.before(place)
      place.replaceWith(fontsWith(how === 'wrap' ? text : text.data))
      if (how === 'replace') text.remove()
    }
  }
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      for (const node of type === 'characterData' ? [target] : addedNodes) if (node.isConnected) translate(node)
  })
  translate(document.body)
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  // What leads out of the tab is not of the page.
  window.open = () => null
  window.print = () => undefined
  document.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a[target=_blank], a[download]')) event.preventDefault()
  })
}

/** The presses change the school, end sessions and act as others: no other story shares their server. */
const pressing = changing.extend<object, { server: ServerProcess }>({})

pressing.describe('a page that the browser translates', () => {
  const table = Object.entries({ ...screens, ...variants, ...frames })
  for (const [name, [login, at]] of table)
    for (const how of ['replace', 'wrap'] as const) {
      const isUsual = how === 'replace' && name === usual
      pressing(
        `works when every text node is put in a font element and the controls are pressed: ${name}, ${how}`,
        { tag: isUsual ? '@ru' : ['@ru', '@nightly'] },
        async ({ context, server, t }) => {
          pressing.setTimeout(600_000)
          const pressed: string[] = []
          const errors: string[] = []
          context.on('weberror', (webError) => {
            const { name, message } = webError.error()
            errors.push(`after ${pressed.at(-1)}: ${name}: ${message}`)
          })
          const signIn = async () => {
            await context.clearCookies({ name: 'lk_session' })
            if (login !== null) await context.addCookies([await newSession(server, login)])
          }
          const readUserId = async () => {
            const profile = await context.request.get('/api/v1/profile')
            return profile.ok() ? (await profile.json()).id : null
          }
          await signIn()
          const userId = await readUserId()
          await pressControls(
            {
              open: async (isLeft) => {
                // A control may have ended the session, or acts as another user.
                if (isLeft && (await readUserId()) !== userId) await signIn()
                // A transfer that a press has confirmed leaves the group without another one.
                if (name.includes('transfer') && typeof at !== 'string')
                  await transferApi(context.request).withdrawAll()
                const page = await context.newPage()
                await page.goto(typeof at === 'string' ? at : await at(page))
                await page.evaluate(translatePage, how)
                return page
              },
              failure: t('На странице произошла ошибка'),
              which: isAll ? 'every' : 'kinds',
              withFrame: name in frames,
            },
            pressed,
          )
          expect(pressed.length > 0).toBe(!withoutControls.has(name))
          expect(errors).toEqual([])
        },
      )
    }
})
