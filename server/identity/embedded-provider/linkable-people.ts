export type LinkablePerson = { login: string; name: string; initials: string }

/** Invented people with accounts at the invented providers. */
export const linkablePeople: readonly LinkablePerson[] = [
  { login: 'andrey.morozov', name: 'Андрей Морозов', initials: 'АМ' },
  { login: 'kirill.tarasov', name: 'Кирилл Тарасов', initials: 'КТ' },
  { login: 'olga.sokolova', name: 'Ольга Соколова', initials: 'ОС' },
  { login: 'guest-2035', name: 'Гость 2035', initials: 'Г2' },
]
