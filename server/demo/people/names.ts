import type { Random } from '#server/demo/rows/random.ts'

export type Sex = 'male' | 'female'
export type FullName = { firstName: string; lastName: string; patronym: string }

// biome-ignore format: a list of names reads as a list
const firstNames: Record<Sex, readonly string[]> = {
  male: [
    'Александр', 'Алексей', 'Артём', 'Богдан', 'Вадим', 'Василий', 'Глеб', 'Григорий', 'Демид', 'Дмитрий', 'Егор', 'Захар',
    'Иван', 'Игнат', 'Кирилл', 'Константин', 'Лев', 'Макар', 'Матвей', 'Михаил', 'Никита', 'Олег', 'Роман', 'Савелий',
    'Семён', 'Степан', 'Тимофей', 'Фёдор', 'Юрий', 'Ярослав',
  ],
  female: [
    'Агата', 'Алёна', 'Анастасия', 'Анна', 'Арина', 'Валерия', 'Варвара', 'Василиса', 'Вера', 'Дарья', 'Евгения', 'Екатерина',
    'Злата', 'Ирина', 'Кира', 'Ксения', 'Лидия', 'Любовь', 'Маргарита', 'Марина', 'Надежда', 'Нина', 'Оксана', 'Полина',
    'София', 'Таисия', 'Ульяна', 'Элина', 'Юлия', 'Яна',
  ],
}

/** A first name of a father and its patronyms. */
const patronyms: readonly (Record<Sex, string> & { father: string })[] = [
  { father: 'Александр', male: 'Александрович', female: 'Александровна' },
  { father: 'Алексей', male: 'Алексеевич', female: 'Алексеевна' },
  { father: 'Андрей', male: 'Андреевич', female: 'Андреевна' },
  { father: 'Борис', male: 'Борисович', female: 'Борисовна' },
  { father: 'Вадим', male: 'Вадимович', female: 'Вадимовна' },
  { father: 'Виктор', male: 'Викторович', female: 'Викторовна' },
  { father: 'Владимир', male: 'Владимирович', female: 'Владимировна' },
  { father: 'Дмитрий', male: 'Дмитриевич', female: 'Дмитриевна' },
  { father: 'Игорь', male: 'Игоревич', female: 'Игоревна' },
  { father: 'Константин', male: 'Константинович', female: 'Константиновна' },
  { father: 'Максим', male: 'Максимович', female: 'Максимовна' },
  { father: 'Михаил', male: 'Михайлович', female: 'Михайловна' },
  { father: 'Николай', male: 'Николаевич', female: 'Николаевна' },
  { father: 'Олег', male: 'Олегович', female: 'Олеговна' },
  { father: 'Павел', male: 'Павлович', female: 'Павловна' },
  { father: 'Роман', male: 'Романович', female: 'Романовна' },
  { father: 'Сергей', male: 'Сергеевич', female: 'Сергеевна' },
  { father: 'Станислав', male: 'Станиславович', female: 'Станиславовна' },
  { father: 'Юрий', male: 'Юрьевич', female: 'Юрьевна' },
]

// biome-ignore format: a list of names reads as a list
const surnames = [
  'Авдеев', 'Антипин', 'Баженов', 'Белкин', 'Березин', 'Васнецов', 'Веселов', 'Воробьёв', 'Гаврилов', 'Голубев', 'Горбунов',
  'Гришин', 'Давыдов', 'Дегтярёв', 'Ерёмин', 'Ефимов', 'Жаров', 'Журавлёв', 'Зайцев', 'Захаров', 'Зимин', 'Игнатов', 'Ильин',
  'Калинин', 'Карпов', 'Киселёв', 'Климов', 'Ковалёв', 'Колесов', 'Комаров', 'Королёв', 'Котов', 'Краснов', 'Лаврентьев',
  'Лапин', 'Логинов', 'Малышев', 'Мельников', 'Миронов', 'Нестеров', 'Никитин', 'Одинцов', 'Осипов', 'Панов', 'Пахомов',
  'Петухов', 'Поляков', 'Прохоров', 'Рогов', 'Родионов', 'Рябов', 'Савин', 'Селезнёв', 'Синицын', 'Снегирёв', 'Сорокин',
  'Суханов', 'Терентьев', 'Титов', 'Трофимов', 'Уваров', 'Ушаков', 'Филатов', 'Филиппов', 'Чернов', 'Чистяков', 'Шаров',
  'Шестаков', 'Щукин', 'Юдин', 'Яковлев',
]

export function randomFullName(random: Random, sex: Sex): FullName {
  return {
    firstName: random.pick(firstNames[sex]),
    lastName: inflected(random.pick(surnames), sex),
    patronym: random.pick(patronyms)[sex],
  }
}

/** The names of a family: a surname, the parents, and the patronyms of the children. */
export function randomFamily(random: Random) {
  const surname = random.pick(surnames)
  const father = random.pick(patronyms)
  const parent = (sex: Sex): FullName => ({
    firstName: sex === 'male' ? father.father : random.pick(firstNames.female),
    lastName: inflected(surname, sex),
    patronym: random.pick(patronyms)[sex],
  })
  const child = (sex: Sex): FullName => ({
    firstName: random.pick(firstNames[sex]),
    lastName: inflected(surname, sex),
    patronym: father[sex],
  })
  return { parent, child }
}

/** Every surname in the list ends in -ов, -ев or -ин. */
function inflected(surname: string, sex: Sex): string {
  return sex === 'female' ? `${surname}а` : surname
}
