extension Phrases {
  /// All languages of the corpus, in a fixed order.
  static let all = [
    english, german, spanish, russian, arabic, hebrew, hindi, chinese, japanese, thai,
  ]

  static let english = Phrases(
    language: "en",
    openings: ["Listen,", "Good news:", "Honestly?", "By the way,", "Wait —", "Well,"],
    sentences: [
      "The train leaves in ten minutes and I can't find my left shoe.",
      "Somebody put the umbrella in the freezer again.",
      "I wrote you a letter, a real one, with ink.",
      "Did you see how the light fell on the roofs this morning?",
      "We need bread, lemons and something for the cat.",
      "Nobody told me that the meeting was moved to Tuesday!",
      "The neighbour's boy plays the same four bars all evening.",
      "It rained so hard that the street became a river.",
      "I'll believe it when I see it.", "Please don't wake the dog.",
      "Your handwriting gets louder when you are angry.",
    ],
    closings: ["See you at eight.", "Call me!", "Thanks a lot.", "Never mind…", "Love, M."])

  static let german = Phrases(
    language: "de",
    openings: ["Hör mal,", "Übrigens:", "Ach,", "Also gut,", "Im Ernst?"],
    sentences: [
      "Der Zug fährt gleich, und mein linker Schuh ist weg.",
      "Wer hat schon wieder den Regenschirm ins Gefrierfach gelegt?",
      "Ich habe dir einen Brief geschrieben, einen richtigen, mit Tinte.",
      "Die Straßenbahnhaltestelle wird größer, heißt es.",
      "Wir brauchen Brot, Zitronen und etwas für die Katze.",
      "Niemand hat mir gesagt, dass die Sitzung auf Dienstag verschoben ist!",
      "Über den Dächern lag heute früh ein merkwürdiges Licht.",
      "Das glaube ich erst, wenn ich es sehe.", "Weck bitte den Hund nicht.",
    ],
    closings: ["Bis um acht.", "Ruf mich an!", "Vielen Dank.", "Schöne Grüße", "Egal …"])

  static let spanish = Phrases(
    language: "es",
    openings: ["Oye,", "¡Buenas noticias!", "Por cierto,", "¿En serio?", "Mira,"],
    sentences: [
      "El tren sale en diez minutos y no encuentro el zapato izquierdo.",
      "¿Quién ha vuelto a meter el paraguas en el congelador?",
      "Te escribí una carta de verdad, con tinta.",
      "Hace falta pan, limones y algo para la gata.",
      "¡Nadie me avisó de que la reunión pasaba al martes!",
      "El niño del vecino toca los mismos cuatro compases toda la tarde.",
      "Llovió tanto que la calle se volvió río.", "Lo creeré cuando lo vea.",
    ],
    closings: ["Nos vemos a las ocho.", "¡Llámame!", "Muchísimas gracias.", "Da igual…"])

  static let russian = Phrases(
    language: "ru",
    openings: ["Слушай,", "Кстати,", "Ну что ж,", "Серьёзно?", "Погоди —"],
    sentences: [
      "Поезд уходит через десять минут, а я не могу найти левый ботинок.",
      "Кто опять положил зонтик в морозилку?",
      "Я написал тебе письмо, настоящее, чернилами.",
      "Нужны хлеб, лимоны и что-нибудь для кошки.",
      "Никто не сказал мне, что встречу перенесли на вторник!",
      "Соседский мальчик весь вечер играет одни и те же четыре такта.",
      "Ливень был такой, что улица стала рекой.", "Поверю, когда увижу.",
    ],
    closings: ["До восьми.", "Позвони мне!", "Большое спасибо.", "Ладно, неважно…"])

  static let arabic = Phrases(
    language: "ar",
    openings: ["اسمع،", "بالمناسبة،", "حقًّا؟", "انتظر —"],
    sentences: [
      "القطار يغادر بعد عشر دقائق ولا أجد حذائي الأيسر.",
      "من وضع المظلّة في الثلاجة مرّة أخرى؟",
      "كتبت لك رسالة حقيقية بالحبر.",
      "نحتاج إلى خبز وليمون و3 علب للقطة.",
      "لم يخبرني أحد أن الاجتماع نُقل إلى يوم الثلاثاء!",
      "أمطرت حتى صار الشارع نهرًا.",
    ],
    closings: ["أراك في الثامنة.", "اتصل بي!", "شكرًا جزيلًا."])

  static let hebrew = Phrases(
    language: "he",
    openings: ["תקשיב,", "אגב,", "באמת?", "רגע —"],
    sentences: [
      "הרכבת יוצאת בעוד עשר דקות ואני לא מוצא את הנעל השמאלית.",
      "מי שוב שם את המטרייה במקפיא?",
      "כתבתי לך מכתב, אמיתי, בדיו.",
      "צריך לחם, לימונים ו־3 קופסאות לחתולה.",
      "אף אחד לא אמר לי שהפגישה עברה ליום שלישי!",
      "ירד גשם כזה שהרחוב הפך לנהר.",
    ],
    closings: ["נתראה בשמונה.", "תתקשר אליי!", "תודה רבה."])

  static let hindi = Phrases(
    language: "hi",
    openings: ["सुनो,", "वैसे,", "सच में?", "रुको —"],
    sentences: [
      "ट्रेन दस मिनट में छूट जाएगी और मेरा बायाँ जूता नहीं मिल रहा।",
      "छाता फिर से किसने फ़्रीज़र में रख दिया?",
      "मैंने तुम्हें स्याही से एक असली चिट्ठी लिखी है।",
      "हमें रोटी, नींबू और बिल्ली के लिए कुछ चाहिए।",
      "किसी ने नहीं बताया कि बैठक मंगलवार को होगी!",
      "इतनी बारिश हुई कि सड़क नदी बन गई।",
    ],
    closings: ["आठ बजे मिलते हैं।", "फ़ोन करना!", "बहुत धन्यवाद।"])

  static let chinese = Phrases(
    language: "zh", hasSpaces: false,
    openings: ["听着，", "对了，", "真的吗？", "等一下——"],
    sentences: [
      "火车还有十分钟就开了，我找不到左脚的鞋。", "是谁又把雨伞放进冰箱了？", "我用墨水给你写了一封真正的信。",
      "我们需要面包、柠檬，还有给猫吃的东西。", "没有人告诉我会议改到星期二！", "雨下得太大，街道变成了河。",
      "看到了我才相信。",
    ],
    closings: ["八点见。", "给我打电话！", "非常感谢。"])

  static let japanese = Phrases(
    language: "ja", hasSpaces: false,
    openings: ["ねえ、", "ところで、", "本当に？", "ちょっと待って——"],
    sentences: [
      "電車はあと十分で出るのに、左の靴が見つからない。", "誰がまた傘を冷凍庫に入れたの？", "インクで本物の手紙を書いたよ。",
      "パンとレモンと、猫のごはんを買ってきて。", "会議が火曜日になったなんて聞いてない！", "雨がひどくて、道が川になった。",
      "見るまでは信じない。",
    ],
    closings: ["八時にね。", "電話して！", "どうもありがとう。"])

  static let thai = Phrases(
    language: "th",
    openings: ["ฟังนะ", "อีกอย่าง", "จริงเหรอ", "เดี๋ยวก่อน"],
    sentences: [
      "รถไฟจะออกในอีกสิบนาทีแต่ฉันหารองเท้าข้างซ้ายไม่เจอ", "ใครเอาร่มไปใส่ช่องแช่แข็งอีกแล้ว",
      "ฉันเขียนจดหมายจริงๆ ด้วยหมึกถึงเธอ", "เราต้องซื้อขนมปัง มะนาว และของให้แมว",
      "ไม่มีใครบอกฉันว่าประชุมเลื่อนไปวันอังคาร", "ฝนตกหนักจนถนนกลายเป็นแม่น้ำ",
    ],
    closings: ["เจอกันสองทุ่ม", "โทรหาฉันนะ", "ขอบคุณมาก"])
}
