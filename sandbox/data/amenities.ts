/** The amenities as records of the dictionary, sorted by id: each feature at some of the levels, or at none. */

export type AmenityLevel = 'Hotel' | 'Room' | 'Apartment';

export type AmenityGroup = {
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
