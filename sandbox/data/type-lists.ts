/** The types and amenities of hotels as records of their dictionaries. */
// The amenities as records of the dictionary, sorted by id: each feature at some of the levels, or at none.

type AmenityLevel = 'Hotel' | 'Room' | 'Apartment';

type AmenityGroup = {
  readonly id: number;
  readonly nameRu: string;
  readonly nameEn: string;
};

/** Group and level come together or not at all. */
export type Amenity = {
  readonly id: number;
  readonly nameRu: string;
  readonly nameEn: string;
  readonly group?: AmenityGroup;
  readonly level?: AmenityLevel;
};

const group = (id: number, nameRu: string, nameEn: string): AmenityGroup => Object.freeze({ id, nameRu, nameEn });

const features: readonly (readonly [AmenityGroup, readonly (readonly [nameRu: string, nameEn: string])[]])[] = [
  [
    group(3, 'Общее', 'General'),
    [
      ['Кондиционер', 'Air conditioning'],
      ['Отопление', 'Heating'],
      ['Лифт', 'Lift'],
      ['Сейф', 'Safe'],
      ['Места для курения', 'Smoking area'],
      ['Звукоизоляция', 'Soundproofing'],
      ['Электронный ключ', 'Electronic key'],
    ],
  ],
  [
    group(11, 'Интернет и техника', 'Internet and electronics'),
    [
      ['Беспроводной интернет', 'Wireless internet'],
      ['Проводной интернет', 'Wired internet'],
      ['Телевизор', 'Television'],
      ['Телефон', 'Telephone'],
      ['Проектор', 'Projector'],
      ['Игровая приставка', 'Game console'],
      ['Зарядка для электромобиля', 'Car charger'],
    ],
  ],
  [
    group(12, 'Кухня', 'Kitchen'),
    [
      ['Чайник', 'Kettle'],
      ['Кофеварка', 'Coffee machine'],
      ['Холодильник', 'Refrigerator'],
      ['Микроволновая печь', 'Microwave'],
      ['Плита', 'Stove'],
      ['Посудомоечная машина', 'Dishwasher'],
      ['Мини-бар', 'Minibar'],
    ],
  ],
  [
    group(105, 'Ванная и стирка', 'Bathroom and laundry'),
    [
      ['Ванна', 'Bathtub'],
      ['Душ', 'Shower'],
      ['Фен', 'Hairdryer'],
      ['Халаты', 'Bathrobes'],
      ['Стиральная машина', 'Washing machine'],
      ['Утюг', 'Iron'],
      ['Полотенца', 'Towels'],
    ],
  ],
  [
    group(230, 'Отдых', 'Leisure'),
    [
      ['Бассейн', 'Swimming pool'],
      ['Сауна', 'Sauna'],
      ['Спортзал', 'Gym'],
      ['Терраса', 'Terrace'],
      ['Камин', 'Fireplace'],
      ['Бильярд', 'Billiards'],
      ['Библиотека', 'Library'],
    ],
  ],
  [
    group(1007, 'Семья и доступность', 'Family and access'),
    [
      ['Детская кроватка', 'Baby cot'],
      ['Детская площадка', 'Playground'],
      ['Пандус', 'Wheelchair ramp'],
      ['Можно с питомцами', 'Pets allowed'],
      ['Услуги няни', 'Babysitting'],
      ['Семейные номера', 'Family rooms'],
      ['Поручни', 'Grab rails'],
    ],
  ],
];

type Variant = { readonly level?: AmenityLevel; readonly ru: string; readonly en: string };

const variants: readonly Variant[] = [
  { ru: '', en: '' },
  { level: 'Hotel', ru: ' в отеле', en: ' in the hotel' },
  { level: 'Room', ru: ' в номере', en: ' in the room' },
  { level: 'Apartment', ru: ' в апартаментах', en: ' in the apartment' },
];

// Leaves gaps, and one to four digits.
const idOf = (at: number): number => 2 + 9 * at + (at % 4);

/** Of each feature three of the four variants, so that the kinds mix all along the list. */
export const amenities: readonly Amenity[] = features
  .flatMap(([inGroup, names]) => names.map(([nameRu, nameEn]) => ({ inGroup, nameRu, nameEn })))
  .flatMap((feature, at) => variants.toSpliced(at % variants.length, 1).map((variant) => ({ ...feature, variant })))
  .map(({ inGroup, nameRu, nameEn, variant: { level, ru, en } }, at) =>
    Object.freeze({
      id: idOf(at),
      nameRu: `${nameRu}${ru}`,
      nameEn: `${nameEn}${en}`,
      ...(level && { group: inGroup, level }),
    }),
  );

export type NamedType = {
  readonly id: number;
  readonly nameRu: string;
  readonly nameEn: string;
};

/** No field but the id is shown in the interface: the others are ours. */
export type BedType = {
  readonly id: number;
  readonly code: string;
  readonly title: { readonly ru: string; readonly en: string };
  readonly widthCm: number;
  readonly sleeps: number;
};

type TypeRow = readonly [id: number, nameRu: string, nameEn: string];

const named = (rows: readonly TypeRow[]): readonly NamedType[] =>
  rows.map(([id, nameRu, nameEn]) => Object.freeze({ id, nameRu, nameEn }));

export const accommodationTypes = named([
  [1, 'Не указано', 'Unspecified'],
  [3, 'Отель', 'Hotel'],
  [4, 'Апартаменты', 'Apartment'],
  [9, 'Хостел', 'Hostel'],
  [12, 'Гостевой дом', 'Guest house'],
  [17, 'Апарт-отель', 'Apart-hotel'],
  [25, 'Мотель', 'Motel'],
  [40, 'Вилла', 'Villa'],
  [58, 'Кемпинг', 'Camping'],
  [102, 'База отдыха', 'Holiday park'],
  [115, 'Ботель', 'Boat hotel'],
  [240, 'Санаторий', 'Sanatorium'],
  [301, 'Шале', 'Chalet'],
  [1004, 'Курортный отель', 'Resort'],
  [2210, 'Глэмпинг', 'Glamping'],
]);

export const mealTypes = named([
  [1, 'Не указано', 'Unspecified'],
  [2, 'Завтрак', 'Breakfast'],
  [3, 'Без питания', 'Room only'],
  [5, 'Континентальный завтрак', 'Continental breakfast'],
  [8, 'Завтрак «шведский стол»', 'Buffet breakfast'],
  [13, 'Обед', 'Lunch'],
  [21, 'Ужин', 'Dinner'],
  [34, 'Полупансион', 'Half board'],
  [90, 'Расширенный полупансион', 'Half board plus'],
  [144, 'Полный пансион', 'Full board'],
  [233, 'Расширенный полный пансион', 'Full board plus'],
  [1200, 'Всё включено', 'All inclusive'],
  [3050, 'Ультра всё включено', 'Ultra all inclusive'],
]);

const bed = (id: number, code: string, ru: string, en: string, widthCm: number, sleeps: number): BedType =>
  Object.freeze({ id, code, title: Object.freeze({ ru, en }), widthCm, sleeps });

export const bedTypes: readonly BedType[] = [
  bed(1, 'unspecified', 'Не указано', 'Unspecified', 90, 1),
  bed(2, 'single', 'Односпальная кровать', 'Single bed', 90, 1),
  bed(5, 'twin', 'Две односпальные кровати', 'Twin beds', 180, 2),
  bed(11, 'double', 'Двуспальная кровать', 'Double bed', 160, 2),
  bed(30, 'queen', 'Кровать «queen size»', 'Queen bed', 180, 2),
  bed(47, 'king', 'Кровать «king size»', 'King bed', 200, 2),
  bed(120, 'sofa', 'Диван-кровать', 'Sofa bed', 140, 2),
  bed(133, 'bunk', 'Двухъярусная кровать', 'Bunk bed', 90, 2),
  bed(1500, 'futon', 'Футон', 'Futon', 120, 1),
];
