#!/usr/bin/env python3
"""Writes the keyed archives and property lists of this folder, as the source system would.

Needs nothing but Python 3.8. Objects are numbered in the order in which they are met, a class is
defined once, and equal texts are one object, as the system's archiver does it.
"""

import os
import plistlib

HERE = os.path.dirname(os.path.abspath(__file__))
MODULE = "IntensityAttributingKit."

CHAINS = {
    "NSDictionary": ["NSDictionary", "NSObject"],
    "NSArray": ["NSArray", "NSObject"],
    "NSURL": ["NSURL", "NSObject"],
    "NSMutableData": ["NSMutableData", "NSData", "NSObject"],
    "NSAttributedString": ["NSAttributedString", "NSObject"],
    "NSParagraphStyle": ["NSParagraphStyle", "NSObject"],
    "NSTextTab": ["NSTextTab", "NSObject"],
    "UIFont": ["UIFont", "NSObject"],
    "UICTFont": ["UICTFont", "UIFont", "NSObject"],
    "UIColor": ["UIColor", "NSObject"],
    "NSColor": ["NSColor", "NSObject"],
    "UIImage": ["UIImage", "NSObject"],
    "CLLocation": ["CLLocation", "NSObject"],
    "CLCircularRegion": ["CLCircularRegion", "CLRegion", "NSObject"],
    "NSTextAttachment": ["NSTextAttachment", "NSObject"],
    "IAStringArchive": [MODULE + "IAStringArchive", "NSObject"],
    "IAPlacemark": [MODULE + "IAPlacemark", "MKPlacemark", "CLPlacemark", "NSObject"],
}
for kind in ("Image", "Video", "Location"):
    CHAINS[f"IA{kind}Attachment"] = [
        f"{MODULE}IA{kind}Attachment", MODULE + "IATextAttachment", "NSTextAttachment", "NSObject"]


class Object:
    """An object of a class with its fields."""

    def __init__(self, kind, **fields):
        self.kind = kind
        self.fields = fields


class Inline:
    """A number that stands in its object itself, as encodeDouble and its like write it."""

    def __init__(self, value):
        self.value = value


class Archiver:
    def __init__(self, classes=None):
        self.objects = ["$null"]
        self.classes = classes or {}
        self.seen = {}
        self.known_classes = {}

    def uid(self, value):
        if value is None:
            return plistlib.UID(0)
        key = (type(value), value) if isinstance(value, (str, int, float, bool)) else id(value)
        if key in self.seen:
            return self.seen[key]
        number = plistlib.UID(len(self.objects))
        self.seen[key] = number
        self.objects.append(None)
        self.objects[number.data] = self.flat(value)
        return number

    def flat(self, value):
        if isinstance(value, dict):
            return {
                "NS.keys": [self.uid(key) for key in value],
                "NS.objects": [self.uid(item) for item in value.values()],
                "$class": self.class_uid("NSDictionary"),
            }
        if isinstance(value, list):
            return {"NS.objects": [self.uid(item) for item in value],
                    "$class": self.class_uid("NSArray")}
        if isinstance(value, Object):
            fields = {
                name.replace("__", ".").replace("dollar", "$"):
                    item.value if isinstance(item, Inline) else self.uid(item)
                for name, item in value.fields.items()
            }
            fields["$class"] = self.class_uid(value.kind)
            return fields
        return value

    def class_uid(self, kind):
        if kind not in self.known_classes:
            chain = self.classes.get(kind) or CHAINS.get(kind) or [kind, "NSObject"]
            self.known_classes[kind] = plistlib.UID(len(self.objects))
            self.objects.append({"$classname": chain[0], "$classes": chain})
        return self.known_classes[kind]

    def archive(self, root):
        return {"$archiver": "NSKeyedArchiver", "$version": 100000,
                "$top": {"root": self.uid(root)}, "$objects": self.objects}


def url(text):
    return Object("NSURL", NS__base=None, NS__relative=text)


def string(dictionary):
    return Object("IAStringArchive", iaStringDictArchive=dictionary)


def spelt_out(value):
    """References as XML has them: dictionaries with one key."""
    if isinstance(value, plistlib.UID):
        return {"CF$UID": value.data}
    if isinstance(value, dict):
        return {key: spelt_out(item) for key, item in value.items()}
    return [spelt_out(item) for item in value] if isinstance(value, list) else value


def save(name, value, binary=True):
    value = value if binary else spelt_out(value)
    with open(os.path.join(HERE, name), "wb") as file:
        plistlib.dump(value, file, fmt=plistlib.FMT_BINARY if binary else plistlib.FMT_XML)


def ramp(text):
    units = len(text.encode("utf-16-le")) // 2
    return [round(index * 100 / max(units - 1, 1)) for index in range(units)]


def message(text, **more):
    units = len(text.encode("utf-16-le")) // 2
    whole = {"text": text, "intensities": ramp(text), "iaBaseAttributes": [[0, units, 20]],
             "linkRVPs": [], "options": {"renderScheme": "WeightScheme",
                                         "preferedSmoothing": "Char", "animates": True}}
    whole.update(more)
    return whole


def location(latitude, longitude, **more):
    placemark = Object(
        "IAPlacemark",
        placename=more.get("placename"),
        _region=Object(
            "CLCircularRegion",
            kCLRegionCodingKeyCenterLatitude=Inline(latitude),
            kCLRegionCodingKeyCenterLongitude=Inline(longitude),
            kCLRegionCodingKeyRadius=Inline(more.get("radius", 10.0)),
            kCLRegionCodingKeyIdentifier="IAPlacemark Region"),
        kCLPlacemarkCodingKeyLocation=Object(
            "CLLocation",
            kCLLocationCodingKeyCoordinateLatitude=Inline(latitude),
            kCLLocationCodingKeyCoordinateLongitude=Inline(longitude),
            kCLLocationCodingKeyAltitude=Inline(0.0)),
        kCLPlacemarkCodingKeyAddress=more.get("address"))
    return Object("IALocationAttachment", placemark=placemark,
                  mapViewDeltaMeters=more.get("span", 1000.0))


TEXT = "Harbour at six, the wind \U0001F32C turned.\nCome!"

PLACES = message(
    "\ufffc film \ufffc at \ufffc",
    iaTextAttachments={
        0: Object("IAImageAttachment", localID="harbour.png", filename="harbour.png",
                  storedHeight=Inline(480.0), storedWidth=Inline(640.0),
                  remoteURL=url("https://example.org/pictures/harbour.png")),
        7: Object("IAVideoAttachment", localID="storm", videoFilename="storm.mov",
                  remoteVideoURL=url("https://example.org/films/storm.mov"),
                  previewFilename="storm.jpg",
                  remotePreviewURL=url("https://example.org/films/storm.jpg")),
        12: location(59.436962, 24.753574, placename="Sadama värav", radius=25.0, span=1500.0,
                     address={"City": "Tallinn", "FormattedAddressLines": ["Sadama 7", "Tallinn"]}),
    })


def attributed():
    body = Object("UICTFont", UIFontName="Georgia", UIFontPointSize=Inline(16.0),
                  UIFontTraits=Inline(0))
    strong = Object("UICTFont", UIFontName="Georgia-Bold", UIFontPointSize=Inline(16.0),
                    UIFontTraits=Inline(2))
    red = Object("UIColor", UIRed=Inline(0.8), UIGreen=Inline(0.1), UIBlue=Inline(0.0),
                 UIAlpha=Inline(1.0), UIColorComponentCount=Inline(4))
    gray = Object("NSColor", NSColorSpace=Inline(3), NSWhite=Inline(b"0.5 1\0"))
    style = Object("NSParagraphStyle", NSAlignment=Inline(1), NSParagraphSpacing=Inline(6.0),
                   NSTabStops=[Object("NSTextTab", NSLocation=Inline(72.0))])
    attributes = [
        {"NSFont": body, "NSParagraphStyle": style},
        {"NSFont": strong, "NSColor": red, "NSParagraphStyle": style},
        {"NSFont": body, "NSLink": url("https://example.org/"), "NSUnderline": 1},
        {"NSFont": body, "NSBackgroundColor": gray, "NSStrikethrough": 9, "NSShadow": None},
    ]
    text = "Dear all,\r\nread this, not that."
    runs = bytes([5, 0, 4, 1, 2, 0, 9, 2, 11, 3])
    return Object("NSAttributedString", NSString=text, NSAttributes=attributes,
                  NSAttributeInfo=Object("NSMutableData", NS__data=Inline(runs)))


def first_version():
    keys = {"IAIntensity": 0.75, "IASize": 22.0, "IABold": True}
    return Object("NSAttributedString", NSString="loud",
                  NSAttributes={"IAKeys": keys})


def main():
    save("message.plist", Archiver().archive(string(message(
        TEXT, iaBaseAttributes=[[0, 8, 276], [8, 41, 20]],
        linkRVPs=[[0, 7, "https://example.org/harbour"]]))))
    save("message-xml.plist", Archiver().archive(string(message(
        TEXT, nsurlRVPs=[[0, 7, url("https://example.org/harbour")]]))), binary=False)
    save("attachments.plist", Archiver().archive(string(PLACES)))
    save("dictionary.plist", message(TEXT), binary=False)
    save("dictionary-binary.plist", message(TEXT))
    mangled = "_TtC23IntensityAttributingKit15IAStringArchive"
    save("mangled-class.plist", Archiver({"IAStringArchive": [mangled, "NSObject"]}).archive(
        string(message("mangled"))))
    unknown = dict(message("a \ufffc"))
    unknown["iaTextAttachments"] = {2: Object("ACMEWidget", payload="anything")}
    save("unknown-class.plist", Archiver().archive(string(unknown)))
    save("attributed-string.plist", Archiver().archive(attributed()))
    save("first-version.plist", Archiver().archive(first_version()))


main()
