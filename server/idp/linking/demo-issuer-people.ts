export type DemoIssuerPerson = { login: string; name: string; initials: string }

/** Accounts of the demo issuers. */
export const demoIssuerPeople: readonly DemoIssuerPerson[] = [
  { login: 'andrey.morozov', name: 'Андрей Морозов', initials: 'АМ' },
  { login: 'kirill.tarasov', name: 'Кирилл Тарасов', initials: 'КТ' },
  { login: 'olga.sokolova', name: 'Ольга Соколова', initials: 'ОС' },
  { login: 'guest-2035', name: 'Гость 2035', initials: 'Г2' },
]
