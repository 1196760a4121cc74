/** A list of people that an import takes as it is: a parent and her child. */
const lines = [
  'id;last_name;first_name;patronym;email;phone;grade;roles;guardians',
  'p-1;Соколова;Ольга;Викторовна;olga@mail.example;8 900 123-45-67;;parent;',
  'p-2;Соколов;Илья;Олегович;;;5;student;p-1',
]

/** With a byte order mark, by which Excel reads it as UTF-8. */
export const peopleSample = `\uFEFF${lines.join('\r\n')}\r\n`
