import { button, type PageQueries } from '#tests/model-runner/browser/drivers.ts'
import { groupRefusals } from './flow-page.ts'

/** Texts of the dialog of an enrolment (2035) and of the button of a direction that opens it. */
export const enrolmentTexts = {
  /** With the names of those of several children who may enrol. */
  open: (direction: string) => new RegExp(`^Записать(ся)?: (.+ · )?${direction}$`),
  titles: { choosing: 'Выберите группу', confirming: 'Проверьте запись', enrolled: 'Место ваше' },
  refusals: { ...groupRefusals, 'enrolment-refused': 'Записаться на это направление сейчас нельзя.' },
  next: 'Далее',
}

/** The controls and messages of the dialog. */
export const enrolmentPage = (page: PageQueries) => ({
  open: (direction: string) => button(page, enrolmentTexts.open(direction)),
  dialog: (state: keyof typeof enrolmentTexts.titles) =>
    page.getByRole('dialog', { name: enrolmentTexts.titles[state] }),
  alert: page.getByRole('dialog').getByRole('alert'),
  /** A child or a group. */
  choice: (name = '') => page.getByRole('radio', { name: new RegExp(`^${name}`) }),
  chosen: page.getByRole('radio', { checked: true }),
  next: button(page, enrolmentTexts.next),
  back: button(page, 'Назад'),
  confirm: button(page, 'Записаться'),
  openPurchase: button(page, 'Перейти к договору'),
})
