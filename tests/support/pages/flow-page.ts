import { button, type PageQueries } from '#tests/model-runner/browser/drivers.ts'

/** Refusals that a transfer, a purchase and an enrolment explain in the same words. */
export const groupRefusals = {
  'not-found': 'Такой записи нет или она вам не принадлежит.',
  'no-place-left': 'Последнее место в этой группе только что заняли.',
  'state-conflict': 'За это время данные изменились.',
  'too-many-requests': 'Слишком много попыток.',
}

/** A page that shows one step at a time; `headings` has the heading of each state. */
export const flowPage = <State extends string>(page: PageQueries, headings: Record<State, string | RegExp>) => ({
  heading: (state: State) => page.getByRole('heading', { level: 2, name: headings[state] }),
  /** Why the page shows this step and not the requested one. */
  alert: page.getByRole('main').getByRole('alert'),
  back: button(page, 'Назад'),
})
