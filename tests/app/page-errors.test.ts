import { beforeEach, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { createPageErrors } from '#src/app/page-errors.ts'
import { notificationsMachine } from '#src/machines/notifications.ts'

const http = vi.fn(async () => undefined)
beforeEach(() => http.mockClear())

function errorsOfPage() {
  const notifications = createActor(notificationsMachine).start()
  const target = new EventTarget() as Window
  createPageErrors({ http: http as never, notifications, page: () => '/events' }).listen(target)
  return {
    shown: () => notifications.getSnapshot().context.shown,
    throwWith: (stack: string | undefined) => {
      const error = Object.assign(new TypeError('x is not a function'), { stack })
      target.dispatchEvent(Object.assign(new Event('error'), { error }))
      target.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: error }))
    },
  }
}

const own = (line: number) => `TypeError: x\n    at y (https://lk.example/assets/index-a1.js:${line}:20)`

test('ten errors of a page are reported; the user sees the others too, without a number and once', () => {
  const { throwWith, shown } = errorsOfPage()
  for (let line = 1; line <= 12; line += 1) throwWith(own(line))
  expect(http).toHaveBeenCalledTimes(10)
  expect(shown().map(({ kind, number }) => [kind, number === undefined])).toEqual([
    ...Array(10).fill(['unexpectedError', false]),
    ['unexpectedError', true],
  ])
})

test.each([
  ['of an extension', 'TypeError: x\n    at y (chrome-extension://abc/content.js:1:1)'],
  ['of a script that an in-app browser adds', 'y@user-script:3:14:25'],
  ['of a third-party script', 'TypeError: x\n    at https://mc.yandex.ru/metrika/tag.js:1:200'],
])('an error %s is neither shown nor reported', (_, stack) => {
  const { throwWith, shown } = errorsOfPage()
  throwWith(stack)
  expect([http.mock.calls, shown()]).toEqual([[], []])
})

test('an error without a stack may be our own', () => {
  const { throwWith, shown } = errorsOfPage()
  throwWith(undefined)
  expect(http).toHaveBeenCalledTimes(1)
  expect(shown()).toHaveLength(1)
})
