import { button, type PageQueries } from '#tests/model-runner/browser/drivers.ts'
import { flowPage, groupRefusals } from './flow-page.ts'

type Group = { subject: string; title: string }

/** Texts of the page of a transfer and of the entry of the schedule that leads to it. */
export const transferTexts = {
  entry: 'Сменить группу',
  headings: {
    choosingGroup: 'Какую группу сменить?',
    choosingTerritory: 'Где удобно заниматься?',
    choosingNewGroup: 'В какую группу перейти?',
    joiningWaitingList: 'В какую группу перейти?',
    comparing: 'Неделя до и после',
    confirming: 'Сменить группу?',
    transferring: 'Сменить группу?',
    done: 'Группа сменена',
  },
  refusals: { ...groupRefusals, 'transfer-refused': 'Сейчас эту группу сменить нельзя.' },
  change: ({ subject, title }: Group) => `Сменить группу: ${subject}, ${title}`,
  compare: (group: string) => `Посмотреть неделю с группой ${group}`,
  accept: 'Подходит, дальше',
  confirm: 'Сменить группу',
  withdraw: 'Отозвать',
}

/** The controls and messages of the page. */
export function transferPage(page: PageQueries) {
  const shown = {
    ...flowPage(page, transferTexts.headings),
    change: (group: Group) => button(page, transferTexts.change(group)),
    territory: (title: string) => page.getByRole('main').getByRole('listitem').getByRole('button', { name: title }),
    compare: (group: string) => button(page, transferTexts.compare(group)),
    join: (group: string) => button(page, `Встать в очередь в группу ${group}`),
    placeInWaitingList: (group: string, place: string) =>
      page.getByText(`Очередь в группу «${group}»: ваше место ${place}`),
    accept: button(page, transferTexts.accept),
    confirm: button(page, transferTexts.confirm),
    withdraw: button(page, transferTexts.withdraw),
    newWeek: page.getByRole('link', { name: 'Посмотреть новую неделю' }),
  }
  return {
    ...shown,
    /** The steps before the confirmation, each with the control that leads to the next one. */
    steps: (from: Group, territory: string, to: string) =>
      [
        ['choosingGroup', shown.change(from)],
        ['choosingTerritory', shown.territory(territory)],
        ['choosingNewGroup', shown.compare(to)],
        ['comparing', shown.accept],
      ] as const,
  }
}
