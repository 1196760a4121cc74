import { button, type PageQueries } from '#tests/model-runner/browser/drivers.ts'

/** The bar of a page that has lost the connection to the server. */
export const connectionPage = (page: PageQueries) => ({
  bar: page.getByText(/^Нет сети\./),
  /** With the time of the answers that the page shows. */
  dated: page.getByText(/^Нет сети\. Показаны данные на \d\d:\d\d\.$/),
  check: button(page, 'Проверить связь'),
})
