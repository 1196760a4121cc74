import { msg } from '@lingui/core/macro'

/** Why the server refuses a file, where the reason is the same for every kind of file. */
export const fileFaultMessages = {
  infected: msg`В файле найден вирус, поэтому он не принят. Проверьте своё устройство антивирусом.`,
  'too-complex': msg`Прочитать этот файл не удалось: он устроен слишком сложно. Сохраните его заново.`,
  'too-many-pixels': msg`Картинка слишком велика: больше 25 мегапикселей. Уменьшите её и выберите ещё раз.`,
}
