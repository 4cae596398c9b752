/**
 * The words of an error's message that say nothing of anybody: common words of messages, and of the trade. A word that is
 * also a usual name of people is left out.
 */
const english = `
a able about above absent accept accepted acceptable access according account accommodation action active actual
actually add added additional address adult adults affected after again age agency agent ago agreement air airline airlines
airport all allowed allow allows already also although always amenity amount an and another answer any anymore anything apart api
appear appears applicable applied apply approved are area argument arrival arrive as ask asked at attempt attempts attribute
authentication authorization authorized availability available aviation awaiting back bad baggage balance base be because become bed
been before began begin being below beside best better between beyond birth birthday blank blocked board body book booked booking bookings
both bound break breakfast broken but by cabin calculate calculated calculation call called can cancel canceled cancellation
cancelled cannot capacity card carrier carry case cause caused certain change changed changes channel character characters charge charged check
checked checking checkin checkout child children choose chosen citizen citizens citizenship city class client close closed code codes combination come
company complete completed conditions confirm confirmation confirmed conflict connect connected connection contact contain contains content contract correct correctly
correlation could count countries country coupon coupons create created creation credit currency current currently customer customers daily data date dates day days
deadline decline declined default delay deleted denied deny departure departures deposit depth describe described desk destination detail details did different digit digits direct disabled
discount do document documents does doing done double down due duplicate duplicated during each earlier earliest early either else email empty enabled end ended ending ends enough entered
entry equal error errors even ever every exact exactly exceed exceeded exceeds except exception exchange exchanged exchanges exist existing exists expected expire expired expires expiry external extra
fail failed fails failure false fare fares fault fee female field fields fill filled final find finish finished first flight flights follow following for forbidden foreign form format former found
free from full further future gender general get give given go gone good got greater group groups guest guests had half handle has have header headers held help here high higher his holder hotel hotels hour
hours how however id identifier identifiers ids if ignored immediately import in inactive include included incomplete incorrect index infant infants information input inside instead insufficient integer
interface internal into invalid inventory is issue issued issuing it item items its itself join just keep kept key kind known lack lacks language large last late later latest latin least leave left leg legs length less letter
letters level limit limited limits line link list listed little living local located location lock locked log login long longer look lost low lower made mail maintain maintenance make male mandatory many match
matched matches matching maximum may meal meals mean means message method middle minimum minor minors minute minutes mismatch missing moment money month months more most move moved much must name named names nationalities nationality
national nationals near nearest necessary need needed needs negative neither never new next night nights no nobody non none nor not note nothing notice now null number numbers object obtain occupancy occupied occurred of off offer offered offers office
often old older on once one only open opened operation operations operator option optional options or order other others otherwise our out outside over overbooked own pair pages parameter parameters part partial partially participant partner partners party pass passed
passenger passengers passport passports past pattern pay payment penalty pending people per perhaps period permission permitted person persons phone place places plan please point policy position positive possible post present preset previous price priced prices
pricing prior problem process processed processing product profile prohibited properties property provide provided provider providers purchase put quantity queue quota quote range rate rates reach reached read reading ready reason receive received recent record reference references
refund refundable refunded refunds refuse refused refuses regard region regions register registered reject rejected related release released remain remaining remove removed repeat repeated replace reply report reported request requested requests require required requires reservation
reserved residence resident residents resource respond response restricted restriction restrictions result results retry return returned returns right rights room rooms route routes rule rules run running said sale sales same save schedule search searched seat
seats second seconds section see seem segment segments select selected selection self sell seller sells send sent separate server service services session set several sex shall she short shorter should show shown side sign signature similar simple since single size sold some somebody something
soon sorry source special specified specify stage standard start started starts state stated status stay stays step still stop stopped stored string style subject submitted subsequent succeed success successful such sum supplier suppliers supply support supported surname sure system take taken
takes tariff tax taxes technical temporarily temporary term terms test text than that the their them then there these they thing this those three through ticket ticketed ticketing tickets till time timeout times title to today together token tokens
told tomorrow too total travel traveler travelers traveller travellers trip true try trying turn twice two type types unable unauthorized unavailable under underage undefined understand understood unexpected unfortunately unknown unless unpaid unsupported until up update updated upper upsell
upstream us use used user users using vacant valid validate validated validation validity value values variant vat verified verify version very via visa void voided waiting want was wait we week weeks well were what when where whether which while who
whole whom whose why window with within without word work working works world would write written wrong year years yesterday yet you young younger your zero zone`;

const russian = `
а авиа без билет билета билеты более больше бронирование бронирования брони бронь был была было быть в вам валюта вас ваш введен введена введите ввода вернуть версия возврат возврата возможно возраст возраста возрасту войти время все всех
выбран выбранный выполнен выполнена выполнить гость гостя гостей гражданство гражданства гражданство граждан данные данных дата даты два двух день дней для до доступ доступа доступен должен должна должно другой его единиц ее если есть
еще за забронировать заезд заезда закрыт занят занята запись запрос запроса запрещен запрещено заполнен заполнено заполните и из извините изменен изменения имеет или имя имени истек истекло их к как какой категория код количество который которые ли максимум менее места
место минимум младше может можно на найден найдена найдено не неверен неверная неверно неверный невозможно недействителен недоступен недоступна недоступно некорректный нельзя необходимо неправильный нет ни номер номера ночей ночи ночь нужен нужно о об обмен обмена обязателен обязательно обязательное ограничение один
одного оплата оператор операция от ответ ответа отель отеля отказ отказал отказано отмена отменен отменена отсутствует ошибка ошибки паспорт пассажир пассажира пассажиров перевозчик по повторите повторить позднее позже пол поле поля пользователь попробуйте поставщик поставщика поставщиком поставщику после права превышен превышено предложение
предложения при проверка проверьте продажа просрочен работает размещение ребенок ребенка рейс рейса с сейчас сервис сервиса система слишком со сообщение состояние срок старше статус страна страны сумма тариф тарифа того только требуется три у уже указан указана указано указать указывать уровень услуга условия успешно формат цена цены чем что это этого этот`;

export const messageWords: ReadonlySet<string> = new Set(`${english} ${russian}`.trim().split(/\s+/));
